"""Made by scripts/words.py from words/*.toml; change those files and run it."""

from typing import Final

GROUPS: Final = {
    "about": """\
about around
checking covering
describing
explaining
for
how
in
of on
that to
""",
    "actors": """\
admin admins anyone
customer customers
guest guests
member members
people person
somebody
team
user users
visitor visitors
""",
    "be": """\
are
be been
get gets
is
""",
    "bearers": """\
animation
badge banner bug button
checkbox class color column component copy
dialog doc
error
field file footer function
handler header heading
icon issue
label layout link
menu message method modal
page placeholder popup
row
screen script section spinner story style
tab template test text ticket title toast tooltip typo
variable view
""",
    "behind_verbs": """\
after and
before
if
so
through
using
via
when with
""",
    "codes": """\
alias argument assert assertion
branch button
class code comment component constant
decorator dependency doc docs docstring duplicate
element export
flag footer function
header helper
icon import include interface item
label line link lint log logging
macro margin menu message method mixin module
option
package page panel paragraph param parameter plugin print punctuation
script section sentence separator shim space spinner statement stub stylesheet
tab test text todo tooltip trait type typo
unused utility
variable
warning whitespace widget wrapper
""",
    "compares": """\
compatible_with
inspired_by
same_as similar_to such_as
""",
    "denies": """\
aren't avoid
can't cannot cant couldn't
didn't disallow doesn't doesnt don't dont
except excluding
forbid
hasn't haven't
isn't
mustn't
needn't neither never no nor not
prevent
shouldn't
unlike
wasn't weren't without won't wouldn't
""",
    "denies_in_two": """\
apart_from away_from
free_of
instead_of
opt_out other_than
rather_than rid_of
stop_using
turn_off
""",
    "determiners": """\
a all an any
each every
few
her his
its
my
new
our own
some
that the their these this those
your
""",
    "ends_denial": """\
because but
instead
just
only
so
then
use
""",
    "english_only": """\
about add after all and are
because before both but by
can change could
does
each every
fix from
have how
if into
make
new not
of only our
please
remove
should
that the their them then there these they this those through to
update use using
what when where which while who why with without would
you your
""",
    "evaluates": """\
annoying awful awkward
bad beautiful better
clean cleaner clunky confusing convenient cool cooler crap crappy
decent
easier elegant
fancier fancy friendlier friendly
good great
hacky horrible
idiomatic inconsistent intuitive
lame
maintainable messy modern
neat neater nice nicer
outdated
painful perfect poor prettier pretty professional proper properly
readable reliable
slick smart smarter smooth smoother solid stuff sucks
terrible tidy
ugly unprofessional usable useful user-friendly
weird worse
""",
    "everyday": """\
able above accident across action active actual additional agree ahead allowed amount anywhere apart appear archived area arrive ask assigned attempt automatic automatically available
bad bar basic become begin behave belong best big black blank blocked blue body bold bottom box brand bright busy button
cancelled careful case cause cell certain chance child choice city clean click clock close closed cold color common company compatible complete completed concurrent condition confirmed consistent contain correct country course crash created current custom
daily dark date day deep default deleted different difficult digital direct double down drag duplicate
early easily easy edge effect empty end english enough entire equal even event exact exactly example expired extra
fact failed fair familiar fast feel field fill final fine fit flat float follow foreign free french frequent fresh friday front full fully fun future
general german good great green grey
half hand happen happy hard heavy hidden high history home horizontal hour hourly house human
idea idle immediate important impossible inactive independent individual initial inner inside interest internal invalid invisible item
january
keyboard kind know
large last late latest leave left legacy level life light line live local locked long look lose loud low lowercase
main major malformed manual manually max maximum mean meaning medium meet middle minimum minor minute missing mobile moment monday month monthly morning mouse multiple
name narrow native natural near nearest necessary negative nested neutral nice night nightly normal notice number
obsolete odd offline old online optional original outdated outer overall overdue
paid pair parent partial particular past pending people permanent person phone piece plain play point positive prefer present previous primary private probably proper public published purpose
quality question quick quiet
random range rapid rare raw read ready real reason recent red reduce regular related relative relevant reliable remain remote repeat required rest rich right room rough
safe sample saturday say second secondary see seem select selected self send separate serious several severe shape shared sharp short side significant similar simple single size small smart smooth soft solid sound source space special specific square stable stale standard star state stay strict strong sunday sure
talk tell temporary term thin think third today tomorrow tonight top total touch transparent true trusted try twice
unique united unknown unread untrusted unused unwanted updated uppercase upstream useful usual
valid vertical visible visit visual
wait wake walk warm weak week weekly weird white whole wide window winter wish word world worth
year yearly yellow yesterday young
zero zone
""",
    "joins": """\
also and
but
or
plus
so
then
""",
    "keeps_object_for": """\
basis
foundation
infrastructure
mechanism
need
solution support system
""",
    "keeps_object_of": """\
form
implementation
kind
layer
set sort
type
""",
    "keeps_object_to": """\
migrate move
switch
""",
    "kept_data": """\
account address album answer appointment archive attachment
backup booking bucket
cart client column contact conversation customer
data database document
email entry event everything
feed
history
image invoice invoices
key
mail member
note
order orders
patient payment person photo photos picture player post price profile
record records reservation result room row rows
sample samples schema score secret snapshot stock subscriber subscription
table tables tag team ticket token trash
upload uploads user users
video visit volume
""",
    "kind_names": """\
api
backend
capability component
endpoint
feature flow form functionality
handling
infrastructure integration
layer logic
management mechanism middleware model module
page process provider
scheme screen server service solution step strategy subsystem support system
""",
    "kinds_of_work": """\
api
backend
capability component
endpoint
feature flow form functionality
handling
infrastructure integration
layer logic
management mechanism model module
option
page process
scheme screen service solution step strategy subsystem support system
way
""",
    "large_matters": """\
architecture autoscaling
billing blockchain
cluster clustering collaborative compliance
ecosystem enterprise event-driven event-sourced event-sourcing
failover federation framework
graphql
ha hexagonal hosted
infrastructure
kubernetes
live
machine-learning marketplace microservice microservices mobile monolith multi-region multi-tenancy multi-tenant multitenant
native
offline-first
platform plugins
rebuild rewrite
saas serverless sharding sso
tenants
white-label worldwide
""",
    "leads": """\
able admin also
be
can could customer
finally first
help
i i'd
just
let let's lets like
me must
need next now
please
should
they to
us user
want we we'd would
you
""",
    "light": """\
again anyone are
based
do does
even everyone everything everywhere
her here him
instead
later
may might more most
not now
only
properly
so someone soon
than them there through today too
using
via
well were whole will with without
""",
    "light_verbs": """\
add added adding adds allow allowed allowing allows
change changed changes changing create created creates creating
edit edited editing edits ensure ensured ensures ensuring
fix fixed fixes fixing
gave give gived given gives giving
help helped helping helps
implement implemented implementing implements improve improved improves improving introduce introduced introduces introducing
made make maked makes making modified modifies modify modifying move moved moves moving
provide provided provides providing put puted puting puts
ran read readed reading reads refactor refactored refactoring refactors remove removed removes removing rename renamed renames renaming replace replaced replaces replacing run runned running runs
set sets setted setting show showed showing shown shows support supported supporting supports
update updated updates updating upgrade upgraded upgrades upgrading use used uses using
write writed writes writing written wrote
""",
    "lists_things": """\
avoid
except excluding
neither no nor
without
""",
    "local_names": """\
helper
internal
local
private
temporary
""",
    "means": """\
through
using
via
with
""",
    "names_things": """\
account
environment
mode
""",
    "names_topic": """\
about already
called concerning current
existing
labeled labelled legacy
named
previous
regarding
titled
""",
    "no_object": """\
and are
for from
in is
of on or
to
with
""",
    "not_english": """\
aan aber al ao aos att até au auch auf aus aux avec
bei beim bij bitte
ce ces cette che com como cuando
da damit dans das dass de del della delle dem den der des desde det di die diese dieser dla donde dos du durch
een ein eine einem einen einer eines el ela ele ella elle ellos em en entre es essa esse est esta este esto et eu
foi für
gli
hacia hasta het
il ils inte isso ist
je jede jest já
kann keine
la las le les leur lo los
mais mas med mesmo mi mit muy más müssen
na naar nach nas nel nella nicht nie niet non nos notre nous nuestra nuestro nur não
och oder ohne os ou où
par para pas pela pelo pelos pero più por porque pour på
qual quando que qui
sa sans se según sem ses seu si sich sie sin sind się sobre soll sollen som sono sont su sua sur sus
também todo todos tra
um uma un una und une unos uns unsere
van vom von voor vos votre
wenn wie wir wird
y
zu zum zur
är
être
über
że
в
для до
и из
как
на не
от
по при
с
что
это
""",
    "not_located": """\
code
file files
key
new
public
user users
""",
    "not_searched": """\
code crash crashes
data day days
error errors every
fail fails feature file files
hour hours
make minute minutes month months
new
page pages
second seconds slow support sure
thing things time times
week weeks wrong
year years
""",
    "not_things": """\
happen happened happens
look looks
work works
""",
    "number_words": """\
eight
five four
hundred
nine ninety
one
seven six
ten thirty three twelve two
""",
    "obliges": """\
able
must
needs
ought
shall should
""",
    "of_templates": """\
accept acceptance add affected answer apply
before behaviour build
caller callers case cases change changed changes check code command complete cover covered covers
decide decided decision describe document done
edge edges exercise existing expected
fail failing fails feature file files find fix follow
goal green
handle
implement integrate
kind
make
nearest needed new now
pass passed passes pattern place plan plans project proof prove put
read record related relevant remove rest review run runs
same say says see show shown shows small start step steps suite support
task tasks test tested testing tests
update use used
verify
way what where wire work works write
""",
    "of_what": """\
api
button
check column command component
docs documentation
endpoint
field flag
integration
job
migration
option
page
script setting support
task test tests tool
way
""",
    "only": """\
alone
exclusively
only
solely
""",
    "ors": """\
either
or
versus vs
""",
    "outward": """\
announce announcement
charge customers
everybody everyone
mailing
newsletter npm
pay payout production pypi
registry release
subscribers
tweet
""",
    "people": """\
admin administrator administrators admins agent agents anyone author authors
buyer buyers
caller callers client clients customer customers
developer developers
editor editors employee employees everyone
guest guests
manager managers member members moderator moderators
operator operators owner owners
partner partners people player players
reader readers
seller sellers somebody someone staff student students subscriber subscribers
teacher teachers team teams tenant tenants them
user users
visitor visitors
""",
    "places": """\
across against as at
behind between by
for from
in inside into
of on onto over
per
that to
under
where which within
""",
    "public_names": """\
api
client column contract
endpoint env event export exported
field flag
header
json
key
library
message
option
package parameter path payload protocol public
query
route
schema sdk setting
table topic
url
""",
    "question_words": """\
are
did do does
has how
is
was were what where which who why
""",
    "ready_made": """\
dependencies dependency
framework frameworks
libraries library
package packages party
services
third-party
""",
    "removed": """\
deprecated disabled dropped
removed retired
""",
    "replaced_by": """\
by
for
into
to
with
""",
    "several": """\
additional another
both
concurrent
horizontally
many multiple
other
parallel
replicas
several shared
""",
    "stays": """\
exactly
remain remains
single sole stay stays
""",
    "stop": """\
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
need needed needs neither never nevertheless new next no nobody none nor not nothing now
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
    "subordinates": """\
after although
because before
during
if
once
since
unless until
when whenever while who whose
""",
    "trouble": """\
break breaks broken bug bugs
can't cannot crash crashed crashes crashing
doesn't
error errors exception exceptions
fail failed failing fails failure failures flaky freezes
hang hangs hung
incorrect incorrectly
leak leaks
misspelled misspelt
regression regressions
slow stuck
timeout traceback typo typos
unresponsive
won't wrong
""",
    "trouble_besides": """\
green
issue issues
pass passes passing problem problems
work working works
""",
    "turning_ends": """\
agnostic
free
independent ish
less like
style
""",
    "turns_denial": """\
certain clear
decided
forget
hesitate
just
later
matter merely
only
sure
yet
""",
    "units": """\
attempt
byte
call cent char character column core
day digit dollar
entry eur euro
file
gb gib gigabyte
hour
item
kb kib kilobyte
level line
mb megabyte mib millisecond min minute month ms
page percent pixel point px
quarter
record request retry row
sec second step
tb thread time token
usd user
week word worker
year
""",
    "unneeded": """\
allowed
desired
necessary needed
required
scope
wanted
""",
    "upkeep_labels": """\
chore
doc documentation
perf
""",
    "vague_amounts": """\
big bigger
cheap cheaper
early
fast faster few fewer frequent frequently fresh
heavy high huge
large larger late light long longer low
many massive modern more much
new newer
occasional occasionally often old older
quick quicker quickly
rare rarely recent recently responsive robust
scalable short shorter slow slower small smaller sometimes soon stale
tiny
unused
""",
    "vague_deeds": """\
clean cleanup
enhance
improve
modernize
overhaul
polish
refine revamp rework
simplify sort streamline
tidy
""",
    "vague_times": """\
after_a_while after_some_time at_some_point
eventually
from_time_to_time
in_real_time in_time
once_in_a_while over_time
regularly
sooner_or_later
""",
    "weak_in_goals": """\
admin app application apps
code customer customers
feature features
page pages project projects
site sites system systems
team teams
user users
web website
""",
    "weak_in_paths": """\
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
    "where": """\
across at
behind
for from
in into
on onto
to
under
within
""",
    "whole": """\
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
    "woulds": """\
i'd
should
they'd
we'd would
you'd
""",
    "writings": """\
annotation article
benchmark
changelog comment coverage
diagram doc docstring documentation
entry example explanation
faq fixture
guide
hint
line link
message mock
note
paragraph post
readme
screenshot section snapshot spec story stub
test ticket tutorial type
warning
""",
}
ROWS: Final = {
    "broad": """\
across
all
every
entire
whole
everywhere
each
system[- ]wide
end[- ]to[- ]end
codebase
platform
monorepo
microservices?
services
""",
    "exploratory": """\
diagnos\w+
reproduc\w+
flak(?:y|iness)
tun(?:e|ing)
incidents?
explor\w+
investigat\w+
debug(?:ging)?
intermittent\w*
why (?:does|do|is|are|did|was|were|has|have)
(?:find|figure|work) out (?:why|what|where|how|if|whether|which|who|when)
root[- ]caus\w+
troubleshoot\w*
experiment(?:s|ing)? with
profil(?:e|ing) (?:the|our|why|where)
""",
    "fillers": """\
fix stuff
clean up
misc
various
something
somehow
refactor everything
""",
    "for_good": """\
for good
permanent(?:ly)?
irrevocabl[ey]
irreversibl[ey]
for ever
forever
hard[- ]delet\w+
without (?:a )?(?:backup|trace)
nobody needs
cannot be (?:undone|restored)
""",
    "hard": """\
migrat\w+
rewrit\w+
re-?architect\w*
architecture
redesign\w*
multi[- ]tenan\w+
replac\w+
upgrad\w+
endpoints?
delet(?:e|es|ing|ion)
paginat\w+
columns?
port(?:ing)?
distributed
real[- ]?time
authenticat\w+
authori[sz]ation
payments?
billing
encrypt\w+
concurren\w+
replication
shard\w+
failover
compliance
gdpr
hipaa
oauth
sso
zero[- ]downtime
backwards?[- ]compatib\w+
performance
scal(?:e|ing)
security
protocol
parser
compiler
scheduler
database
schema
api
queue
cache
index(?:ing)?
deploy\w*
integrat\w+
rate[- ]limit\w*
webhooks?
websockets?
import
export
search
sync\w*
""",
    "irregular_nouns": """\
build built
send sent
keep kept
make made
write written wrote
pay paid
index indices
criterion criteria
queue queueing
""",
    "like": """\
add append attach bring incorporate insert introduce supply
create build construct craft develop generate implement make produce scaffold write
delete destroy discard eliminate erase expunge nuke purge remove scrap trash wipe
stop cancel discontinue kill quit terminate
disable deactivate suppress suspend
deprecate decommission retire sunset withdraw
change adapt adjust alter amend edit modify tweak update
rename reword rephrase
move migrate port relocate shift transfer transition
replace exchange substitute swap switch
fix correct cure debug mend patch rectify remedy repair resolve solve
improve enhance polish refine strengthen
optimize accelerate boost speed tune
simplify clean condense streamline tidy untangle
refactor overhaul redesign rework restructure reorganize revamp rewrite
merge combine consolidate join unify
split decompose divide partition separate
secure guard harden protect safeguard shield
redact anonymize censor mask obfuscate pseudonymize scrub
restrict constrain limit cap bound throttle
forbid ban block deny prohibit refuse reject
allow enable grant let permit
validate check verify confirm assert
store keep maintain persist preserve retain save
notify alert announce inform message warn remind
send deliver dispatch forward push transmit
email mail
fetch acquire download get import ingest load pull receive
show display list present print render reveal view visualize
sort order rank
deploy launch publish release roll ship
start activate boot launch run
document comment describe explain
investigate analyze diagnose examine explore inspect study trace troubleshoot
choose decide pick select
support accept handle
configure customize parameterize set
translate internationalize localize
cache memoize
test cover
""",
    "lost_elsewhere": """\
(?:ge)?lösch\w*
effac\w+
supprim\w+
borr(?:ar|en|a|ado|ados)
eliminar\w*
apag(?:ar|ue|ado)\w*
exclui\w*
cancella(?:re|to)
verwijder\w*
usu(?:ń|wa)\w*
удал\w+
削除
消去
删除
刪除
清空
삭제
""",
    "pairs_against": """\
passwordless|without passwords?|no passwords? / (?:strong|secure|long) passwords?|set (?:a|their) passwords?|password (?:rules|policy|strength)
read[- ]only|readonly / (?:edit|editable|write|writable|change|delete|update)
anonymous(?:ly)?|without (?:an? )?(?:account|login|sign[- ]?in)|no (?:account|login) / (?:per|each|every) (?:user|account|customer)|(?:their|own) (?:account|profile)|logged[- ]in|must (?:log|sign) in
offline|no network|without (?:a |the )?(?:network|internet|connection) / (?:real[- ]?time|live|cloud|sync(?:ed|ing)? (?:instantly|immediately)|fetch(?:es|ed)? from)
synchronous(?:ly)?|wait(?:s|ing)? for (?:the|its) (?:result|answer) / asynchronous(?:ly)?|in the background|non[- ]blocking|fire[- ]and[- ]forget
no (?:new )?dependenc(?:y|ies)|without (?:any |new |extra )*dependenc(?:y|ies)|standard library only / (?:use|using|with|via|add|install) (?:redis|celery|react|pandas|numpy|axios|lodash|kafka|rabbitmq|sqlalchemy|tailwind|bootstrap|stripe|twilio|sentry|docker)
keep (?:all|every|the) (?:data|history|records?|rows?|entries|logs?|versions?)|never (?:delete|remove|lose) / (?:delete|purge|remove|wipe|erase|drop) (?:all|every|the|old)
(?:do not|don.t|never|without) (?:store|storing|save|saving|keep|keeping|log|logging|track|tracking) / (?:remember|history of|keep a record|audit (?:log|trail)|show (?:past|previous|earlier))
public(?:ly)?|visible to (?:everyone|anyone|all) / private|only (?:the owner|staff|admins?|members)|confidential|hidden from
no javascript|without javascript|server[- ]rendered only / (?:react|vue|svelte|angular|single[- ]page|spa|client[- ]side)
no breaking changes?|backwards?[- ]compatible|without breaking|keep (?:the )?(?:api|interface) (?:stable|unchanged|as (?:it )?is) / (?:rename|remove|drop|change) (?:the |all |every )*(?:public |api |endpoint|route|field|method|parameter|signature|response)
encrypt(?:ed|ion)? end[- ]to[- ]end|end[- ]to[- ]end encrypt(?:ed|ion) / (?:search|index|scan|read|moderate)(?:es|s|ing)? (?:the |all |every )*(?:messages?|contents?|texts?|chats?) (?:on|in|by) the (?:server|backend)
single (?:file|process|instance|node|server)|one (?:file|process|instance|node|server) / (?:several|multiple|many|two|three) (?:processes|instances|nodes|servers|workers|replicas)|horizontal(?:ly)?
no (?:database|db)|without (?:a )?(?:database|db) / (?:postgres(?:ql)?|mysql|sqlite|mongodb|sql) (?:table|database|store)|(?:save|store|persist)(?:s|ed)? (?:it )?in (?:postgres(?:ql)?|mysql|sqlite|mongodb)
free for (?:all|everyone|everybody) / (?:paid|premium|subscription|charge|paywall)
immutable|append[- ]only / (?:edit|update|overwrite|change|delete)(?:s|d|ing)? (?:existing|old|past|previous|the) (?:entries|entry|records?|events?|rows?)
""",
    "recoverable": """\
soft[- ]delet\w+
archiv\w+
trash
recycle bin
undo(?:able)?
restor\w+
hid(?:e|den)
anonymi[sz]\w+
dry[- ]run
keep a (?:copy|backup)
""",
    "same": """\
auth authentication authenticate authenticated authenticates authenticating authenticator authorization authorisation authorize authorized authn authz
config configuration configurations configure configured configures configuring configurable conf cfg
db database databases
docs documentation doc docu
mail email emails e-mail e-mails mails mailer mailing mailings emailed
env environment environments
repo repository repositories repos
i18n translation translations internationalization internationalisation l10n localization localisation localize localise localized
signin login logins log-in sign-in logon
signout logout sign-out log-out logoff
signup registration sign-up
admin administrator administrators administration
app application applications
param parameter parameters params
arg argument arguments args
attr attribute attributes attrs
async asynchronous asynchronously
sync synchronize synchronise synchronization synchronisation synchronized synchronous
dir directory directories dirs folder folders
info information
k8s kubernetes
perm permission permissions perms
pic picture pictures
pref preference preferences prefs
prod production
msg message messages msgs
notif notification notifications notify notifies notified notifying notifs
temp temporary tmp
util utility utilities utils
var variable variables vars
spec specification specifications specs
org organization organizations organisation organisations orgs
stat statistic statistics stats
ts typescript
js javascript
pg postgres postgresql
img image images imgs
btn button buttons
nav navigation
pagination paginate paginated paginates paginating paginator paging
deletion delete deletes deleted deleting
a11y accessibility
telemetry opentelemetry otel
verification verify verified verifies verifying verifier
subscription subscribe subscribes subscribed subscribing subscriber subscribers subscriptions
""",
    "things": """\
endpoint api callback controller endpoint graphql handler mutation operation resolver resource rest route router rpc url webhook websocket
page dashboard homepage landing page portal profile screen site tab view website wizard
element accordion animation avatar badge banner breadcrumb button calendar card carousel chart checkbox chip component cursor dialog drawer dropdown favicon footer form gallery graph grid header icon input label layout link logo map menu modal navbar navigation overlay pager pagination picker placeholder player popup preview radio ribbon scrollbar sidebar slider spinner stepper textarea theme thumbnail timeline toast toggle toolbar tooltip treeview ui widget
column attribute cell column field key property row timestamp value
table collection constraint database db entity entry index model relation schema sequence table trigger
migration backfill changeset migration
command argument cli command console flag hotkey option parameter prompt repl script shell shortcut subcommand switch terminal
setting config configuration constant default env parameterization policy preference quota setting threshold timeout variable
provider adapter backend client connector driver gateway integration plugin provider sdk vendor
job batch consumer cron cronjob daemon job producer schedule scheduler task timer worker
queue broker bus channel exchange queue stream topic
cache buffer cache cdn memoization
store archive backup bucket disk filesystem registry repository snapshot storage store vault volume warehouse
file artifact asset attachment binary bundle dockerfile document download file folder image makefile manifest media path photo picture stylesheet upload video
test assertion benchmark coverage fixture harness linter mock spec stub suite test testcase
doc changelog comment docs docstring documentation example faq guide help howto manual note readme runbook tutorial wiki
report digest export import invoice pdf receipt report statistic summary
message alert email feed inbox letter mail message newsletter notification push reminder sms webpush
event audit event history hook log metric record signal span telemetry trace
permission acl authorization consent grant membership permission privilege right role scope
login auth authentication login logout mfa oauth otp passkey password register registration saml session signin signup sso totp
credential certificate credential cookie csrf hash jwt keypair nonce secret signature token
person account admin administrator author contact customer editor group guest member organization owner partner seller staff team tenant user visitor
function algorithm closure coroutine decorator factory formula function getter helper iterator lambda loop macro method middleware mixin operator parser predicate reducer regex renderer selector serializer singleton thread transformer util validator wrapper
class class enum exception inheritance interface object protocol struct subclass trait type
module addon codebase crate dependency extension framework gem library module monorepo package submodule subsystem
service app application engine firewall microservice proxy server service system tool
pipeline action build ci deployment pipeline release workflow
environment cluster container docker environment host instance kubernetes machine namespace network node production region sandbox staging vm
format csv encoding format html json locale markdown syntax template toml translation xml yaml
payment basket billing cart checkout coupon currency discount fee order payment payout plan price product refund subscription tax transaction
finding autocomplete completion facet filter recommendation search sorting suggestion
limit backoff cap debounce delay guard limit limiter lock mutex ratelimit retry semaphore throttle validation
post answer article blog bookmark category chat conversation discussion poll post question reaction reply review tag ticket vote
feature accessibility behavior behaviour capability compatibility feature functionality i18n localization mode security support
part area bit body content data element item layer list part piece section step text title version word
""",
    "trivial": """\
typos?
spelling
misspell\w*
wording
whitespace
comments?
docstrings?
bump
one[- ]liner
lint(?:er)? warnings?
unused imports?
punctuation
log message
copyright year
tooltip
button (?:label|colou?r|text)
""",
    "vague_spans": """\
after (?:a while|some time|a (?:certain|given) time|long enough|a bit)
from time to time
once in a while
every (?:so often|now and then)
at some point
too (?:old|long|large|big|many|much|often|slow)
for (?:a while|some time|a bit)
a (?:few|couple of|lot of) \w+
(?:old|stale|outdated|ancient|inactive|unused|expired|older|longer|shorter|larger|bigger|smaller|faster|slower|quicker|cheaper|fewer|huge|recent) \w+
(?:longer|shorter|larger|bigger|smaller|faster|slower|quicker|cheaper|sooner|later|more often|less often)$
""",
}
VERBS: Final = """\
abandon remove nouns abandons abandoned abandoning
accelerate tune - accelerates accelerated accelerating
accept take - accepts accepted accepting
acquire take - acquires acquired acquiring
activate operate - activates activated activating
adapt change nouns adapts adapted adapting
add build light,program_does,want_their_object adds added adding
address fix nouns addresses addressed addressing
adjust change nouns adjusts adjusted adjusting
adopt build want_their_object adopts adopted adopting
aggregate take - aggregates aggregated aggregating
agree decide - agrees agreed agreeing
alert send nouns alerts alerted alerting
align change - aligns aligned aligning
allow build light,take_people allows allowed allowing
allowlist secure - allowlists allowlisted allowlisting
alter change - alters altered altering
amend change nouns amends amended amending
analyze explore - analyzes analyzed analyzing analyse analyses analysed analysing
annotate change - annotates annotated annotating
announce send - announces announced announcing
anonymize secure - anonymizes anonymized anonymizing anonymise anonymises anonymised anonymising
answer send nouns answers answered answering
append build - appends appended appending
apply operate - applies applied applying
approve operate nouns approves approved approving
archive keep name_their_work,nouns archives archived archiving
arrange change nouns arranges arranged arranging
ask send name_their_work,nouns asks asked asking
assemble build - assembles assembled assembling
assert verify - asserts asserted asserting
assess explore - assesses assessed assessing
assign operate nouns assigns assigned assigning
attach build - attaches attached attaching
attest operate - attests attested attesting
audit verify actions_anywhere,nouns audits audited auditing
authenticate secure - authenticates authenticated authenticating
author build nouns authors authored authoring
authorize secure - authorizes authorized authorizing authorise authorises authorised authorising
autogenerate build - autogenerates autogenerated autogenerating
automate build - automates automated automating
back keep nouns backs backed backing
backfill keep - backfills backfilled backfilling
backport move - backports backported backporting
backup keep nouns backups backuped backuping
balance tune nouns balances balanced balancing
ban remove doubled,nouns bans banned banning
batch tune nouns batches batched batching
beautify reshape - beautifies beautified beautifying
benchmark verify - benchmarks benchmarked benchmarking
bill send nouns bills billed billing
bind build actions_anywhere,nouns binds binded binding bound
blacklist secure nouns blacklists blacklisted blacklisting
block limit nouns blocks blocked blocking
bookmark keep nouns bookmarks bookmarked bookmarking
boost tune nouns boosts boosted boosting
boot operate - boots booted booting
bootstrap build want_their_object bootstraps bootstraped bootstraping
bound limit nouns bounds bounded bounding
break reshape ask_for_new,nouns breaks breaked breaking broke broken
bring build - brings bringed bringing brought
broadcast send - broadcasts broadcasted broadcasting
buffer keep nouns buffers buffered buffering
build build actions_anywhere,changes_anywhere,name_their_work,nouns,want_their_object builds builded building built
bump change nouns bumps bumped bumping
bundle operate nouns bundles bundled bundling
cache keep name_their_work,nouns caches cached caching
calculate build - calculates calculated calculating
call send nouns calls called calling
cancel remove - cancels canceled canceling
cap limit doubled,nouns caps capped capping
capitalize change - capitalizes capitalized capitalizing capitalise capitalises capitalised capitalising
capture keep nouns captures captured capturing
catch fix nouns catches catched catching caught
censor secure nouns censors censored censoring
center change nouns centers centered centering centre centres centred centring
centralize reshape - centralizes centralized centralizing centralise centralises centralised centralising
certify secure - certifies certified certifying
change change actions_anywhere,changes_anywhere,light,name_their_work,nouns changes changed changing
charge send nouns charges charged charging
chat send doubled,nouns chats chatted chatting
check verify actions_anywhere,name_their_work,nouns checks checked checking
cherrypick move - cherrypicks cherrypicked cherrypicking
choose decide - chooses choosed choosing chose chosen
clarify document - clarifies clarified clarifying
clean reshape nouns cleans cleaned cleaning
cleanup reshape nouns cleanups cleanuped cleanuping
clear remove name_their_work,nouns clears cleared clearing
clone move nouns clones cloned cloning
close remove name_their_work,nouns closes closed closing
code build nouns codes coded coding
collapse change - collapses collapsed collapsing
collect keep name_their_work,nouns collects collected collecting
combine reshape nouns combines combined combining
comment document nouns comments commented commenting
commit keep doubled,nouns commits committed committing
compact reshape nouns compacts compacted compacting
compare explore nouns compares compared comparing
compile operate - compiles compiled compiling
complete build nouns completes completed completing
componentize reshape - componentizes componentized componentizing componentise componentises componentised componentising
compose build - composes composed composing
compress take nouns compresses compressed compressing
compute build actions_anywhere,nouns computes computed computing
condense reshape nouns condenses condensed condensing
configure operate - configures configured configuring
confirm verify nouns confirms confirmed confirming
connect build - connects connected connecting
consolidate reshape nouns consolidates consolidated consolidating
constrain limit - constrains constrained constraining
construct build want_their_object constructs constructed constructing
consume take - consumes consumed consuming
containerize build - containerizes containerized containerizing containerise containerises containerised containerising
contribute build nouns contributes contributed contributing
control operate doubled,nouns controls controlled controlling
convert move replace,say_where converts converted converting
copy move name_their_work,nouns copies copied copying
correct change - corrects corrected correcting
cover verify nouns covers covered covering
craft build nouns,want_their_object crafts crafted crafting
crawl take nouns crawls crawled crawling
create build light,want_their_object creates created creating
cure fix nouns cures cured curing
customize change - customizes customized customizing customise customises customised customising
cut change doubled,nouns cuts cutted cutting
deactivate remove - deactivates deactivated deactivating
debounce tune - debounces debounced debouncing
debug fix doubled,nouns debugs debugged debugging
decide decide - decides decided deciding
decode take - decodes decoded decoding
decommission remove - decommissions decommissioned decommissioning
decompose reshape - decomposes decomposed decomposing
decompress take - decompresses decompressed decompressing
decouple reshape - decouples decoupled decoupling
decrease change - decreases decreased decreasing
decrypt secure - decrypts decrypted decrypting
dedupe reshape - dedupes deduped deduping
deduplicate reshape - deduplicates deduplicated deduplicating
default change nouns defaults defaulted defaulting
define build - defines defined defining
deflake fix - deflakes deflaked deflaking
delete remove speak_of deletes deleted deleting
deliver send nouns delivers delivered delivering
denormalize reshape - denormalizes denormalized denormalizing denormalise denormalises denormalised denormalising
deny remove - denies denied denying
deploy operate program_does deploys deployed deploying
deprecate remove speak_of deprecates deprecated deprecating
derive build - derives derived deriving
describe document - describes described describing
deserialize take - deserializes deserialized deserializing deserialise deserialises deserialised deserialising
design build nouns,want_their_object designs designed designing
destroy remove - destroys destroyed destroying
detach remove - detaches detached detaching
detect explore - detects detected detecting
determine explore - determines determined determining
develop build want_their_object develops developed developing
diagnose explore - diagnoses diagnosed diagnosing
disable remove speak_of disables disabled disabling
discard remove - discards discarded discarding
disconnect remove - disconnects disconnected disconnecting
discontinue remove speak_of discontinues discontinued discontinuing
discover explore nouns discovers discovered discovering
discuss explore - discusses discussed discussing
dismiss remove - dismisses dismissed dismissing
dispatch send nouns dispatches dispatched dispatching
display show name_their_work,nouns displays displayed displaying
distribute send - distributes distributed distributing
divide reshape nouns divides divided dividing
dockerize build - dockerizes dockerized dockerizing dockerise dockerises dockerised dockerising
document document actions_anywhere,nouns,program_does documents documented documenting
downgrade change - downgrades downgraded downgrading
download take name_their_work,nouns downloads downloaded downloading
draft build nouns drafts drafted drafting
drag show doubled,nouns drags dragged dragging
drain operate nouns drains drained draining
draw build nouns draws drawed drawing drew drawn
drop remove actions_anywhere,changes_anywhere,doubled,name_their_work,nouns,speak_of drops dropped dropping
dump operate nouns dumps dumped dumping
duplicate move nouns duplicates duplicated duplicating
edit change light edits edited editing
eject remove - ejects ejected ejecting
eliminate remove speak_of eliminates eliminated eliminating
email send nouns emails emailed emailing
embed build - embeds embeded embeding
emit send doubled emits emitted emitting
empty remove nouns empties emptied emptying
enable build take_people,want_their_object enables enabled enabling
encode take nouns encodes encoded encoding
encrypt secure - encrypts encrypted encrypting
enforce limit - enforces enforced enforcing
enhance build - enhances enhanced enhancing
enlarge change - enlarges enlarged enlarging
enqueue take - enqueues enqueued enqueuing
enrich build - enriches enriched enriching
ensure limit light,take_people ensures ensured ensuring
erase remove - erases erased erasing
escape fix nouns escapes escaped escaping
establish build want_their_object establishes established establishing
estimate explore nouns estimates estimated estimating
evaluate explore - evaluates evaluated evaluating
evict remove - evicts evicted evicting
examine explore - examines examined examining
exchange move nouns,replace exchanges exchanged exchanging
exclude remove nouns excludes excluded excluding
execute operate - executes executed executing
expand build nouns expands expanded expanding
experiment explore nouns experiments experimented experimenting
expire remove - expires expired expiring
explain document - explains explained explaining
explore explore - explores explored exploring
export send actions_anywhere,name_their_work,nouns exports exported exporting
expose build want_their_object exposes exposed exposing
expunge remove - expunges expunged expunging
extend build - extends extended extending
extract reshape actions_anywhere,changes_anywhere,nouns extracts extracted extracting
factor reshape nouns factors factored factoring
failover operate nouns failovers failovered failovering
fetch take - fetches fetched fetching
figure explore nouns figures figured figuring
filter show nouns filters filtered filtering
find explore nouns finds finded finding found
finish build nouns finishes finished finishing
fix fix actions_anywhere,changes_anywhere,light,name_their_work,nouns fixes fixed fixing
flag show doubled,nouns flags flagged flagging
flatten change - flattens flattened flattening
flip change doubled,nouns flips flipped flipping
forbid limit doubled forbids forbidded forbidding forbade forbidden
forge build - forges forged forging
forget remove doubled forgets forgetted forgetting forgot forgotten
fork move nouns forks forked forking
format change doubled,nouns formats formatted formatting
formulate build - formulates formulated formulating
forward send nouns forwards forwarded forwarding
freeze change nouns freezes freezed freezing froze frozen
fuzz verify nouns fuzzes fuzzed fuzzing
gate limit nouns gates gated gating
gather explore nouns gathers gathered gathering
generalize reshape - generalizes generalized generalizing generalise generalises generalised generalising
generate build want_their_object generates generated generating
get take doubled,indefinite,name_their_work,nouns gets getted getting got gotten
give build light,name_their_work,nouns gives gived giving gave given
grant build nouns grants granted granting
group reshape nouns groups grouped grouping
grow build nouns grows growed growing grew grown
guard secure nouns guards guarded guarding
handle build actions_anywhere,indefinite,name_their_work,nouns handles handled handling
harden secure - hardens hardened hardening
hash secure name_their_work,nouns hashes hashed hashing
have build indefinite,want_their_object haves haved having has had
heal fix nouns heals healed healing
help build indefinite,light,name_their_work,nouns,take_people helps helped helping
hide remove name_their_work,nouns hides hided hiding hid hidden
highlight show nouns highlights highlighted highlighting
hold keep nouns holds holded holding held
hook build nouns hooks hooked hooking
host operate name_their_work,nouns hosts hosted hosting
identify explore - identifies identified identifying
ignore remove nouns ignores ignored ignoring
illustrate document - illustrates illustrated illustrating
implement build light,want_their_object implements implemented implementing
import take actions_anywhere,name_their_work,nouns imports imported importing
improve tune light improves improved improving
include build - includes included including
incorporate build want_their_object incorporates incorporated incorporating
increase change - increases increased increasing
indent change - indents indented indenting
index keep nouns indexes indexed indexing
inform send - informs informed informing
ingest take - ingests ingested ingesting
initialize build - initializes initialized initializing initialise initialises initialised initialising
inject build - injects injected injecting
inline reshape nouns inlines inlined inlining
insert build actions_anywhere,nouns inserts inserted inserting
inspect explore - inspects inspected inspecting
install operate actions_anywhere,changes_anywhere,nouns,want_their_object installs installed installing
instantiate build - instantiates instantiated instantiating
instrument build - instruments instrumented instrumenting
integrate build want_their_object integrates integrated integrating
internationalize show - internationalizes internationalized internationalizing internationalise internationalises internationalised internationalising
interpolate build - interpolates interpolated interpolating
introduce build light,want_their_object introduces introduced introducing
invalidate remove - invalidates invalidated invalidating
invent build - invents invented inventing
invert change - inverts inverted inverting
investigate explore - investigates investigated investigating
invite send name_their_work,nouns invites invited inviting
invoke operate - invokes invoked invoking
isolate reshape - isolates isolated isolating
issue send name_their_work,nouns issues issued issuing
join reshape nouns joins joined joining
keep keep name_their_work,nouns keeps keeped keeping kept
kill remove nouns,speak_of kills killed killing
label change nouns labels labeled labeling
launch build name_their_work,nouns launches launched launching
lay build nouns lays layed laying laid
lazyload tune - lazyloads lazyloaded lazyloading
learn explore nouns learns learned learning learnt
lengthen change - lengthens lengthened lengthening
let build doubled,name_their_work,nouns,take_people lets letted letting
lift move nouns lifts lifted lifting
limit limit name_their_work,nouns limits limited limiting
link build actions_anywhere,nouns links linked linking
lint verify nouns lints linted linting
list show name_their_work,nouns lists listed listing
load take actions_anywhere,name_their_work,nouns loads loaded loading
localize show - localizes localized localizing localise localises localised localising
lock secure nouns locks locked locking
log keep doubled,name_their_work,nouns,program_does logs logged logging
look explore nouns looks looked looking
lower change - lowers lowered lowering
mail send nouns mails mailed mailing
maintain keep - maintains maintained maintaining
make build light,take_people makes maked making made
manage operate indefinite manages managed managing
map take doubled maps mapped mapping
mark change name_their_work,nouns marks marked marking
mask secure nouns masks masked masking
match take nouns matches matched matching
measure explore actions_anywhere,nouns measures measured measuring
memoize tune - memoizes memoized memoizing memoise memoises memoised memoising
mend fix nouns mends mended mending
merge reshape actions_anywhere,ask_for_new,changes_anywhere,nouns merges merged merging
message send nouns messages messaged messaging
migrate move replace,say_where migrates migrated migrating
minify tune - minifies minified minifying
minimize tune - minimizes minimized minimizing minimise minimises minimised minimising
mirror move nouns mirrors mirrored mirroring
mitigate fix - mitigates mitigated mitigating
mock verify nouns mocks mocked mocking
model build nouns models modeled modeling
modernize reshape ask_for_new modernizes modernized modernizing modernise modernises modernised modernising
modify change light modifies modified modifying
modularize reshape - modularizes modularized modularizing modularise modularises modularised modularising
monitor operate name_their_work,nouns monitors monitored monitoring
mount build nouns mounts mounted mounting
move move actions_anywhere,changes_anywhere,light,name_their_work,nouns,replace,say_where moves moved moving
narrow change nouns narrows narrowed narrowing
navigate show - navigates navigated navigating
normalize reshape - normalizes normalized normalizing normalise normalises normalised normalising
notify send program_does notifies notified notifying
nuke remove - nukes nuked nuking
obfuscate secure - obfuscates obfuscated obfuscating
offer build name_their_work,nouns,want_their_object offers offered offering
omit remove doubled,nouns omits omitted omitting
open show name_their_work,nouns opens opened opening
optimize tune - optimizes optimized optimizing optimise optimises optimised optimising
orchestrate operate - orchestrates orchestrated orchestrating
order show nouns orders ordered ordering
organize reshape nouns organizes organized organizing organise organises organised organising
outline document nouns outlines outlined outlining
overhaul reshape ask_for_new,nouns overhauls overhauled overhauling
overlay build nouns overlays overlayed overlaying overlaid
override change nouns overrides overrided overriding overrode overridden
package operate nouns packages packaged packaging
paginate show - paginates paginated paginating
parallelize tune - parallelizes parallelized parallelizing parallelise parallelises parallelised parallelising
parameterize change - parameterizes parameterized parameterizing parameterise parameterises parameterised parameterising
parse take - parses parsed parsing
partition reshape nouns partitions partitioned partitioning
pass take nouns passes passed passing
patch fix nouns patches patched patching
pause operate nouns pauses paused pausing
pay send nouns pays payed paying paid
permit build doubled,nouns,take_people permits permitted permitting
persist keep - persists persisted persisting
personalize change - personalizes personalized personalizing personalise personalises personalised personalising
pick decide nouns picks picked picking
pin change doubled,nouns pins pinned pinning
ping send nouns pings pinged pinging
plan decide doubled,nouns plans planned planning
plot show doubled,nouns plots plotted plotting
plug build doubled,nouns plugs plugged plugging
police limit nouns polices policed policing
polish reshape nouns polishes polished polishing
poll take nouns polls polled polling
pool tune nouns pools pooled pooling
populate build nouns populates populated populating
port move nouns,replace,say_where ports ported porting
post send nouns posts posted posting
precompile tune - precompiles precompiled precompiling
precompute tune - precomputes precomputed precomputing
predict take - predicts predicted predicting
prefer decide doubled,nouns prefers preferred preferring
prefetch tune - prefetches prefetched prefetching
prefill build - prefills prefilled prefilling
preload tune - preloads preloaded preloading
prepare build nouns prepares prepared preparing
prerender tune - prerenders prerendered prerendering
present show nouns presents presented presenting
preserve keep - preserves preserved preserving
prevent fix - prevents prevented preventing
preview show nouns previews previewed previewing
print show nouns prints printed printing
process take actions_anywhere,nouns processes processed processing
produce build - produces produced producing
profile explore nouns profiles profiled profiling
program build doubled,nouns programs programmed programming
prohibit limit - prohibits prohibited prohibiting
promote operate - promotes promoted promoting
prompt show nouns prompts prompted prompting
propose decide nouns proposes proposed proposing
protect secure name_their_work,nouns protects protected protecting
prototype build nouns,want_their_object prototypes prototyped prototyping
prove verify nouns proves proved proving proven
provide build light,want_their_object provides provided providing
provision build - provisions provisioned provisioning
prune remove - prunes pruned pruning
pseudonymize secure - pseudonymizes pseudonymized pseudonymizing pseudonymise pseudonymises pseudonymised pseudonymising
publish send program_does publishes published publishing
pull take nouns pulls pulled pulling
purge remove name_their_work,nouns,speak_of purges purged purging
push send name_their_work,nouns pushes pushed pushing
put build indefinite,light,name_their_work,nouns puts puted puting
quarantine secure - quarantines quarantined quarantining
query explore nouns queries queried querying
question decide nouns questions questioned questioning
queue take nouns queues queued queuing queueing
quit remove doubled,nouns quits quitted quitting
quote change nouns quotes quoted quoting
raise change nouns raises raised raising
rank show nouns ranks ranked ranking
read take actions_anywhere,light,nouns reads readed reading
rearrange change - rearranges rearranged rearranging
rebase change nouns rebases rebased rebasing
rebuild reshape actions_anywhere,ask_for_new,changes_anywhere,nouns rebuilds rebuilded rebuilding rebuilt
recalculate change - recalculates recalculated recalculating
receive take - receives received receiving
recode reshape - recodes recoded recoding
reconcile fix - reconciles reconciled reconciling
reconfigure change - reconfigures reconfigured reconfiguring
record keep actions_anywhere,name_their_work,nouns,program_does records recorded recording
recover fix - recovers recovered recovering
recreate build - recreates recreated recreating
rectify fix - rectifies rectified rectifying
redact secure - redacts redacted redacting
redesign reshape actions_anywhere,ask_for_new,changes_anywhere,nouns redesigns redesigned redesigning
redirect show nouns redirects redirected redirecting
redo reshape nouns redos redoed redoing redid redone
reduce change nouns reduces reduced reducing
refactor reshape actions_anywhere,changes_anywhere,light,name_their_work,nouns refactors refactored refactoring
refine reshape nouns refines refined refining
reformat change - reformats reformated reformating
refresh operate nouns refreshes refreshed refreshing
refund send nouns refunds refunded refunding
refuse limit - refuses refused refusing
register build actions_anywhere,name_their_work,nouns registers registered registering
reject remove - rejects rejected rejecting
relay send nouns relays relayed relaying
release operate nouns releases released releasing
reload operate nouns reloads reloaded reloading
relocate move - relocates relocated relocating
remedy fix nouns remedies remedied remedying
remember keep - remembers remembered remembering
remind send - reminds reminded reminding
remodel reshape - remodels remodeled remodeling
remove remove light,speak_of removes removed removing
rename change actions_anywhere,changes_anywhere,light,name_their_work,nouns renames renamed renaming
render show - renders rendered rendering
reorder change - reorders reordered reordering
reorganize reshape - reorganizes reorganized reorganizing reorganise reorganises reorganised reorganising
repair fix - repairs repaired repairing
rephrase change - rephrases rephrased rephrasing
replace move light,replace replaces replaced replacing
replay operate nouns replays replayed replaying
reply send nouns replies replied replying
report send nouns reports reported reporting
reproduce explore - reproduces reproduced reproducing
require limit name_their_work,nouns,take_people,want_their_object requires required requiring
reroute move - reroutes rerouted rerouting
rerun operate doubled reruns rerunned rerunning
research explore nouns researches researched researching
reserve limit nouns reserves reserved reserving
reset operate doubled,nouns resets resetted resetting
resize change ask_for_new,nouns resizes resized resizing resise resises resised resising
resolve fix nouns resolves resolved resolving
respond send nouns responds responded responding
restart operate nouns restarts restarted restarting
restore fix ask_for_new,name_their_work,nouns restores restored restoring
restrict secure name_their_work,nouns restricts restricted restricting
restructure reshape ask_for_new restructures restructured restructuring
restyle change - restyles restyled restyling
resume operate nouns resumes resumed resuming
retain keep - retains retained retaining
retarget change - retargets retargeted retargeting
retire remove speak_of retires retired retiring
retry build - retries retried retrying
return send nouns returns returned returning
reuse reshape nouns reuses reused reusing
revamp reshape ask_for_new,nouns revamps revamped revamping
reveal show nouns reveals revealed revealing
revert change nouns reverts reverted reverting
review verify actions_anywhere,nouns reviews reviewed reviewing
revise change nouns revises revised revising
revoke remove - revokes revoked revoking
reword change - rewords reworded rewording
rework reshape changes_anywhere,nouns reworks reworked reworking
rewrite reshape actions_anywhere,ask_for_new,changes_anywhere,name_their_work,nouns rewrites rewrited rewriting rewrote rewritten
roll operate nouns rolls rolled rolling
rollback operate nouns rollbacks rollbacked rollbacking
rotate secure name_their_work,nouns rotates rotated rotating
round change nouns rounds rounded rounding
route show nouns routes routed routing
run operate actions_anywhere,doubled,light,name_their_work,nouns runs runned running ran
safeguard secure nouns safeguards safeguarded safeguarding
salt secure nouns salts salted salting
sandbox secure nouns sandboxes sandboxed sandboxing
sanitize secure - sanitizes sanitized sanitizing sanitise sanitises sanitised sanitising
save keep actions_anywhere,name_their_work,nouns saves saved saving
scaffold build want_their_object scaffolds scaffolded scaffolding
scale change nouns scales scaled scaling
scan take doubled,nouns scans scanned scanning
schedule operate name_their_work,nouns schedules scheduled scheduling
scrap remove doubled,nouns,speak_of scraps scrapped scrapping
scrape take nouns scrapes scraped scraping
script build nouns scripts scripted scripting
scroll show nouns scrolls scrolled scrolling
scrub remove doubled,nouns scrubs scrubbed scrubbing
seal secure nouns seals sealed sealing
search show nouns searches searched searching
secure secure name_their_work,nouns secures secured securing
seed build nouns seeds seeded seeding
segregate reshape - segregates segregated segregating
select decide nouns selects selected selecting
send send actions_anywhere,name_their_work,nouns sends sended sending sent
separate reshape nouns separates separated separating
serialize take - serializes serialized serializing serialise serialises serialised serialising
serve operate name_their_work,nouns serves served serving
set build actions_anywhere,doubled,light,name_their_work,nouns,want_their_object sets setted setting
setup build actions_anywhere,changes_anywhere,nouns,want_their_object setups setuped setuping
shard reshape ask_for_new,nouns shards sharded sharding
share send nouns shares shared sharing
shield secure nouns shields shielded shielding
shift move nouns shifts shifted shifting
ship build doubled,name_their_work,nouns ships shipped shipping
shorten change - shortens shortened shortening
show show light,name_their_work,nouns shows showed showing shown
shrink change nouns shrinks shrinked shrinking shrank shrunk
shut remove doubled,nouns shuts shutted shutting
sign secure name_their_work,nouns signs signed signing
simplify reshape - simplifies simplified simplifying
simulate operate nouns simulates simulated simulating
sketch build nouns sketches sketched sketching
skip remove doubled,nouns,speak_of skips skipped skipping
snapshot keep nouns snapshots snapshoted snapshoting
solve fix nouns solves solved solving
sort show nouns sorts sorted sorting
specify build - specifies specified specifying
speed tune nouns speeds speeded speeding sped
spin build doubled,nouns spins spinned spinning spun
split reshape actions_anywhere,ask_for_new,changes_anywhere,doubled,name_their_work,nouns splits splitted splitting
squash remove - squashes squashed squashing
stabilize tune - stabilizes stabilized stabilizing stabilise stabilises stabilised stabilising
stage operate nouns stages staged staging
standardize reshape - standardizes standardized standardizing standardise standardises standardised standardising
start operate name_their_work,nouns starts started starting
steer operate nouns steers steered steering
stop remove doubled,name_their_work,nouns,speak_of stops stopped stopping
store keep name_their_work,nouns stores stored storing
stream send nouns streams streamed streaming
streamline reshape - streamlines streamlined streamlining
strengthen tune - strengthens strengthened strengthening
strip remove doubled,nouns,speak_of strips stripped stripping
stub build doubled,nouns stubs stubbed stubbing
study explore nouns studies studied studying
style change nouns styles styled styling
submit send doubled,nouns submits submitted submitting
subscribe take actions_anywhere,nouns subscribes subscribed subscribing
substitute move replace substitutes substituted substituting
suggest show nouns suggests suggested suggesting
summarize document - summarizes summarized summarizing summarise summarises summarised summarising
sunset remove nouns,speak_of sunsets sunseted sunseting
supply build nouns,want_their_object supplies supplied supplying
support build light,name_their_work,nouns,want_their_object supports supported supporting
suppress remove - suppresses suppressed suppressing
surface build nouns surfaces surfaced surfacing
survey explore nouns surveys surveyed surveying
survive fix - survives survived surviving
suspend remove - suspends suspended suspending
swap move doubled,nouns,replace swaps swapped swapping
sweep operate nouns sweeps sweeped sweeping
switch move name_their_work,nouns,replace,say_where switches switched switching
sync send name_their_work,nouns syncs synced syncing
tag change doubled,nouns tags tagged tagging
take take indefinite,name_their_work,nouns takes taked taking took taken
template build nouns templates templated templating
terminate remove - terminates terminated terminating
test verify actions_anywhere,nouns,program_does tests tested testing
throttle limit actions_anywhere,name_their_work,nouns throttles throttled throttling
tidy reshape nouns tidies tidied tidying
tighten limit - tightens tightened tightening
toggle change nouns toggles toggled toggling
tokenize secure - tokenizes tokenized tokenizing tokenise tokenises tokenised tokenising
trace explore nouns traces traced tracing
track keep name_their_work,nouns tracks tracked tracking
train take nouns trains trained training
transfer move doubled,nouns transfers transferred transferring
transform move actions_anywhere,nouns transforms transformed transforming
transition move nouns,replace transitions transitioned transitioning
translate move actions_anywhere,name_their_work,nouns translates translated translating
transmit send nouns transmits transmited transmiting
transpile move - transpiles transpiled transpiling
transpose move - transposes transposed transposing
trash remove nouns trashes trashed trashing
triage verify nouns triages triaged triaging
trigger send nouns triggers triggered triggering
trim remove doubled,nouns trims trimmed trimming
troubleshoot explore - troubleshoots troubleshooted troubleshooting
truncate change - truncates truncated truncating
tune tune nouns tunes tuned tuning
turn move name_their_work,nouns turns turned turning
tweak change nouns tweaks tweaked tweaking
typecheck reshape - typechecks typechecked typechecking
unblock fix - unblocks unblocked unblocking
unbreak fix - unbreaks unbreaked unbreaking
undeploy operate - undeploys undeployed undeploying
understand explore - understands understanded understanding understood
undo fix nouns undos undoed undoing undid undone
unify reshape - unifies unified unifying
uninstall remove speak_of uninstalls uninstalled uninstalling
unlink remove - unlinks unlinked unlinking
unlock secure - unlocks unlocked unlocking
unpack take - unpacks unpacked unpacking
unpin change - unpins unpined unpining
unpublish remove - unpublishes unpublished unpublishing
unregister remove - unregisters unregistered unregistering
unset remove doubled unsets unsetted unsetting
unsubscribe remove - unsubscribes unsubscribed unsubscribing
untangle reshape - untangles untangled untangling
unvendor move - unvendors unvendored unvendoring
unwrap take doubled unwraps unwrapped unwrapping
unzip take doubled unzips unzipped unzipping
update change actions_anywhere,changes_anywhere,light,name_their_work,nouns updates updated updating
upgrade move actions_anywhere,changes_anywhere,light,name_their_work,nouns upgrades upgraded upgrading
upload send name_their_work,nouns uploads uploaded uploading
use build light,name_their_work,nouns uses used using
vacuum tune nouns vacuums vacuumed vacuuming
validate limit - validates validated validating
vary change nouns varies varied varying
vectorize reshape - vectorizes vectorized vectorizing vectorise vectorises vectorised vectorising
vendor move - vendors vendored vendoring
verify verify - verifies verified verifying
version keep nouns versions versioned versioning
view show nouns views viewed viewing
visualize show - visualizes visualized visualizing visualise visualises visualised visualising
void remove nouns voids voided voiding
warm tune nouns warms warmed warming
warn send nouns warns warned warning
watch operate nouns watches watched watching
whitelist secure - whitelists whitelisted whitelisting
widen change - widens widened widening
wipe remove - wipes wiped wiping
wire build actions_anywhere,changes_anywhere,nouns wires wired wiring
withdraw remove nouns withdraws withdrawed withdrawing withdrew withdrawn
workaround fix nouns workarounds workarounded workarounding
wrap build actions_anywhere,doubled,nouns wraps wrapped wrapping
write build actions_anywhere,changes_anywhere,light,name_their_work,nouns,program_does,want_their_object writes writed writing wrote written
zap remove doubled zaps zapped zapping
zip take doubled,nouns zips zipped zipping
zoom show nouns zooms zoomed zooming
"""
ACTIONS_ELSEWHERE: Final = {
    "French": """\
ajouter afficher configurer corriger créer déployer déplacer développer documenter écrire exécuter extraire générer gérer implémenter initialiser intégrer migrer mettre optimiser refactoriser remplacer renommer supprimer valider vérifier
""",
    "German": """\
ablösen aktualisieren anlegen anpassen aufräumen auslagern ausführen beheben bauen dokumentieren einbauen einbinden einführen einrichten entfernen ergänzen ersetzen erstellen erweitern erzeugen hinzufügen implementieren installieren integrieren konfigurieren löschen migrieren prüfen schreiben testen umbauen umbenennen umsetzen umstellen validieren verbinden verschieben
""",
    "Portuguese": """\
adicionar ajustar alterar aplicar apagar atualizar configurar corrigir criar definir desenvolver documentar enviar escrever executar expor extrair garantir gerar implementar importar incluir inicializar instalar integrar migrar montar mover publicar refatorar registrar remover renomear rodar salvar separar substituir testar tratar validar verificar
""",
    "Russian": """\
внедрить вынести добавить заменить запустить исправить написать настроить обновить перенести переписать подключить проверить протестировать развернуть разработать реализовать сделать создать удалить
""",
    "Spanish": """\
actualizar agregar ajustar añadir borrar cambiar configurar corregir crear definir desarrollar desplegar documentar ejecutar eliminar escribir extraer generar implementar importar incluir inicializar instalar integrar migrar modificar mover probar reemplazar refactorizar registrar renombrar validar verificar
""",
}
STEMS_ELSEWHERE: Final = {
    "Chinese": """\
创建 建立 實現 实现 配置 初始化 添加 新增 增加 编写 編寫 修改 更新 删除 刪除 移除 替换 重构 优化 集成 整合 部署 测试 測試 验证 驗證 检查 运行 安装 设置 设计 定义 封装 处理 支持 迁移 提取 拆分 修复 完成 开发 生成 引入 调整 補充 补充 写 加 配 装 做
""",
    "Japanese": """\
追加 作成 実装 定義 変更 削除 修正 更新 確認 検証 テスト 導入 設定 統合 移行 対応 抽出 置換 生成 書く 整備
""",
    "Korean": """\
추가 구현 생성 작성 설정 수정 삭제 변경 테스트 검증 적용 연동 구성 개발 배포 확인 정리 분리 도입 처리
""",
}
CHECKS_ELSEWHERE: Final = {
    "all": """\
测试 測試 验证 驗證 テスト 検証 테스트 검증 testen prüfen überprüfen vérifier verificar testar testes teste prueba pruebas probar тест тесты тестами проверить протестировать
""",
}
