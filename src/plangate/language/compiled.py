"""Made by scripts/words.py from words/*.toml; change those files and run it."""

from typing import Final

GROUPS: Final = {
    "light_verbs": """
add added adding adds allow allowing allows
change changed changes changing create created creates creating
edit ensure ensures
fix fixed fixes fixing
give gives
help
implement implemented implementing implements improve improved improves introduce introduces
make makes making move moved moving
provide provides put
read reading reads refactor refactored refactoring remove removed removes removing rename renamed replace replaced replaces run running runs
set sets show shows support supported supporting supports
update updated updates updating upgrade upgraded use used uses using
write writes writing
""",
    "stop": """
a able about above after again against all almost already also although always am an and another any anybody anyone anything are aren't arent around as at away
be because been before being below better between both but by
can can't cannot cant could couldn't couldnt
did didn't didnt do does doesn't doesnt doing don't done dont down during
each either else enough etc even ever every everybody everyone everything everywhere existing
few first five for four from further
get gets getting given goal goes going got
had has have having he hence her here hers him his how however
i i'd i'll i'm i've id if im in instead into is isn't isnt it it's its itself ive
just
last least less let let's lets like likely ll long longer lot
made many may maybe me might mine more most much must my myself
need needed needs neither never nevertheless next no nobody none nor not nothing now
of off often ok okay on once one ones only onto or other others otherwise ought our ours out over own
per perhaps please possible possibly properly
quite
rather really
s same say shall she should shouldn't shouldnt since so some somebody somehow someone something sometimes somewhere soon still such sure
t than that that's the their theirs them themselves then there there's therefore these they thing things this those though three through thus to together too toward towards two
under unless until up upon us
ve very via
want wanted wants was wasn't wasnt way we we'd we'll we're we've well were weren't weve what what's whatever when whenever where wherever whether which whichever while who whoever whole whom whose why will with within without won't wont would wouldn't wouldnt
yes yet you you'd you're your youre yours
""",
    "trouble": """
break breaks broken bug bugs
crash crashed crashes crashing
error errors exception exceptions
fail failed failing fails failure failures flaky freeze freezes
green
hang hangs hung
incorrect incorrectly issue issues
leak leaks
misspelled misspelt
pass passes passing problem problems
regression regressions
slow stuck
timeout traceback typo typos
unresponsive
work working works wrong
""",
    "weak_in_goals": """
admin app application apps
code customer customers
feature features
page pages project projects
site sites system systems
team teams
user users
web website
""",
    "weak_in_paths": """
app apps
base
code common core
feature features file files
goal
helper helpers
index init
lib libs list
main module modules
package packages project projects
repo repository
src
test testing tests
user users util utils
""",
    "whole": """
address alias analysis answer array
banner basis bias browser bus business
canvas center chapter character charset cluster computer container corner corpus cover customer
during
embed exchange
feed filter folder footer
header helper hyper
kernel
layer layout ledger letter lorem
marker master matter media member message meta mirror
need nothing number
offer order other outer over owner
paper parameter partner pattern pepper placeholder pointer poster power process progress proper
quarter queue
radius register renter router
seed semester series server setting shed slider soccer something special speed spider spring status string super supplier
table temper tender thing this thread timer together toner transfer trigger tuner
under upper user usher
vendor versus via virus visitor
water whether wizard wonder
""",
}
SAME: Final = """
a11y accessibility
admin administrator administrators administration
app application applications
arg argument arguments args
async asynchronous asynchronously
attr attribute attributes attrs
auth authentication authenticate authenticated authenticates authenticating authenticator authorization authorisation authorize authorized authn authz
btn button buttons
config configuration configurations configure configured configures configuring configurable conf cfg
db database databases
deletion delete deletes deleted deleting
dir directory directories dirs folder folders
docs documentation doc docu
env environment environments
i18n translation translations internationalization internationalisation l10n localization localisation localize localise localized
img image images imgs
info information
js javascript
k8s kubernetes
mail email emails e-mail e-mails mails mailer mailing mailings emailed
msg message messages msgs
nav navigation
notif notification notifications notify notifies notified notifying notifs
org organization organizations organisation organisations orgs
pagination paginate paginated paginates paginating paginator paging
param parameter parameters params
perm permission permissions perms
pg postgres postgresql
pic picture pictures
pref preference preferences prefs
prod production
repo repository repositories repos
signin login logins log-in sign-in logon
signout logout sign-out log-out logoff
signup registration sign-up
spec specification specifications specs
stat statistic statistics stats
subscription subscribe subscribes subscribed subscribing subscriber subscribers subscriptions
sync synchronize synchronise synchronization synchronisation synchronized synchronous
telemetry opentelemetry otel
temp temporary tmp
ts typescript
util utility utilities utils
var variable variables vars
verification verify verified verifies verifying verifier
"""
