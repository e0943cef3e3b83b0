"""Made by scripts/words.py from one_way_*.toml; change those files and run it."""

from typing import Final

FAMILIES: Final = {
    "add": """\
add adds added adding
""",
    "alter": """\
alter alters altered altering alteration alterations
""",
    "anonymise": """\
anonymise anonymises anonymised anonymising anonymize anonymizes anonymized anonymizing
""",
    "assign": """\
assign assigns assigned assigning
""",
    "bill": """\
bill bills billed billing
""",
    "break": """\
break breaks breaking broke broken
""",
    "bypass": """\
bypass bypasses bypassed bypassing
""",
    "cancel": """\
cancel cancels canceled canceling cancelled cancelling
""",
    "capture": """\
capture captures captured capturing
""",
    "change": """\
change changes changed changing
""",
    "charge": """\
charge charges charged charging
""",
    "clean": """\
clean cleans cleaned cleaning
""",
    "clear": """\
clear clears cleared clearing
""",
    "clobber": """\
clobber clobbers clobbered clobbering
""",
    "commit": """\
commit commits committed committing
""",
    "deactivate": """\
deactivate deactivates deactivated deactivating
""",
    "debit": """\
debit debits debited debiting
""",
    "decommission": """\
decommission decommissions decommissioned decommissioning
""",
    "delete": """\
delete deletes deleted deleting
""",
    "deploy": """\
deploy deploys deployed deploying deployment deployments
""",
    "deprovision": """\
deprovision deprovisions deprovisioned deprovisioning
""",
    "destroy": """\
destroy destroys destroyed destroying destruction
""",
    "disable": """\
disable disables disabled disabling
""",
    "discard": """\
discard discards discarded discarding
""",
    "drop": """\
drop drops dropped dropping
""",
    "elevate": """\
elevate elevates elevated elevating
""",
    "email": """\
email emails emailed emailing
""",
    "empty": """\
empty empties emptied emptying
""",
    "erase": """\
erase erases erased erasing
""",
    "expose": """\
expose exposes exposed exposing
""",
    "expunge": """\
expunge expunges expunged expunging
""",
    "flip": """\
flip flips flipped flipping
""",
    "flush": """\
flush flushes flushed flushing
""",
    "force": """\
force forces forced forcing
""",
    "format": """\
format formats formatted formatting
""",
    "give": """\
give gives giving gave given
""",
    "grant": """\
grant grants granted granting
""",
    "inform": """\
inform informs informed informing
""",
    "invalidate": """\
invalidate invalidates invalidated invalidating invalidation
""",
    "invite": """\
invite invites invited inviting
""",
    "issue": """\
issue issues issued issuing
""",
    "land": """\
land lands landed landing
""",
    "lose": """\
lose loses losing lost
""",
    "make": """\
make makes making made
""",
    "merge": """\
merge merges merged merging
""",
    "migrate": """\
migrate migrates migrated migrating
""",
    "modify": """\
modify modifies modified modifying
""",
    "move": """\
move moves moved moving
""",
    "notify": """\
notify notifies notified notifying
""",
    "nuke": """\
nuke nukes nuked nuking
""",
    "obliterate": """\
obliterate obliterates obliterated obliterating
""",
    "overhaul": """\
overhaul overhauls overhauled overhauling
""",
    "overwrite": """\
overwrite overwrites overwriting overwritten overwrote
""",
    "pay": """\
pay pays paying paid
""",
    "point": """\
point points pointed pointing
""",
    "process": """\
process processes processed processing
""",
    "promote": """\
promote promotes promoted promoting
""",
    "prune": """\
prune prunes pruned pruning
""",
    "publish": """\
publish publishes publishing
""",
    "purchase": """\
purchase purchases purchased purchasing
""",
    "purge": """\
purge purges purged purging
""",
    "push": """\
push pushes pushed pushing
""",
    "recreate": """\
recreate recreates recreated recreating
""",
    "redesign": """\
redesign redesigns redesigned redesigning
""",
    "redirect": """\
redirect redirects redirected redirecting
""",
    "reformat": """\
reformat reformats reformatted reformatting
""",
    "refund": """\
refund refunds refunded refunding
""",
    "regenerate": """\
regenerate regenerates regenerated regenerating
""",
    "release": """\
release releases released releasing
""",
    "relicense": """\
relicense relicenses relicensed relicensing relicence relicences
""",
    "remove": """\
remove removes removed removing
""",
    "rename": """\
rename renames renamed renaming
""",
    "repartition": """\
repartition repartitions repartitioned repartitioning
""",
    "replace": """\
replace replaces replaced replacing
""",
    "repoint": """\
repoint repoints repointed repointing
""",
    "reset": """\
reset resets resetting
""",
    "restore": """\
restore restores restored restoring
""",
    "restructure": """\
restructure restructures restructured restructuring
""",
    "revoke": """\
revoke revokes revoked revoking revocation revocations
""",
    "rework": """\
rework reworks reworked reworking
""",
    "rewrite": """\
rewrite rewrites rewriting rewritten rewrote
""",
    "roll": """\
roll rolls rolled rolling
""",
    "rollback": """\
rollback rollbacks
""",
    "rotate": """\
rotate rotates rotated rotating rotation rotations
""",
    "scrub": """\
scrub scrubs scrubbed scrubbing
""",
    "send": """\
send sends sending sent
""",
    "ship": """\
ship ships shipped shipping
""",
    "shred": """\
shred shreds shredded shredding
""",
    "shut": """\
shut shuts shutting
""",
    "shutdown": """\
shutdown shutdowns
""",
    "sign": """\
sign signs signed signing
""",
    "skip": """\
skip skips skipped skipping
""",
    "submit": """\
submit submits submitted submitting
""",
    "switch": """\
switch switches switched switching
""",
    "take": """\
take takes taking took taken
""",
    "tear": """\
tear tears tearing tore torn
""",
    "terminate": """\
terminate terminates terminated terminating termination
""",
    "transfer": """\
transfer transfers transferred transferring
""",
    "truncate": """\
truncate truncates truncated truncating truncation
""",
    "turn": """\
turn turns turned turning
""",
    "unpublish": """\
unpublish unpublishes unpublished unpublishing
""",
    "upload": """\
upload uploads uploaded uploading
""",
    "wipe": """\
wipe wipes wiped wiping
""",
}
CLASSES: Final = {
    "admin": """\
admins? administrators? root sudo superusers? super_(?:users?|admins?) owner(?:ship)? all_privileges full_access
""",
    "adverb": """\
all permanently also then immediately forcibly fully automatically silently now
""",
    "audience": """\
customers? subscribers? everyone everybody patients? donors? buyers?
""",
    "be": """\
is are be been being was were get gets got getting
""",
    "billed": """\
customers? clients? cards? tenants? subscribers? users? accounts? they everyone
""",
    "broken": """\
compatibility compat (?:public_|rest_|http_)?apis? abi clients? callers? consumers? integrations? existing_\\w+
""",
    "broker": """\
topics? queues? kafka redis channels? sns mqtt rabbitmq nats event_bus bus
""",
    "credential": """\
keys?(?!_(?:bindings?|frames?|press|map|repeat|values?|shortcuts?|states?)\\b) tokens?(?!_(?:buckets?|counts?|counters?|budget|usage|limits?|balance|streams?)\\b) secrets? credentials? creds passwords? passphrases? certs? certificates? apikeys?
""",
    "creditor": """\
invoices? suppliers? vendors? contractors? employees? salar(?:y|ies) wages? freelancers? bounties bounty commissions? bills? affiliates? sellers? creators?
""",
    "data": """\
rows? records? tables? databases? dbs? schemas? columns? collections? documents? ind(?:ex|exes|ices) data datasets? accounts? users? customers? tenants? members? files? folders? director(?:y|ies) dirs? buckets? blobs? objects? volumes? disks? drives? partitions? snapshots? backups? archives? clusters? namespaces? deployments? instances? vms? servers? hosts? machines? repos? repositor(?:y|ies) branch(?:es)? tags? histor(?:y|ies) commits? logs? messages? e?mails? orders? invoices? payments? transactions? subscriptions? profiles? photos? uploads? attachments? entries production prod stacks? resources? environments? workspaces? projects? organi[sz]ations? sessions? posts? queues? topics? events? contacts? leads? conversations? pii everything
""",
    "disk": """\
disks? drives? partitions? sd_?cards? usb_sticks? ssds? hdds? volumes?
""",
    "dns": """\
dns name_?servers? (?:mx|cname|txt|aaaa)_records? cnames?
""",
    "droppable": """\
tables? columns? databases? dbs? schemas? ind(?:ex|exes|ices) collections? views? partitions? constraints? keyspaces? tablespaces? rows? records? foreign_keys? (?:the|all|user|users|customer|production|old|existing|historical)_data production
""",
    "dropword": """\
users? roles? triggers? functions? procedures? sequences? extensions? it them
""",
    "every": """\
all every each our existing active affected real impacted registered [0-9]+ entire
""",
    "for_ever": """\
for_good for_ever forever permanently irretrievably irrecoverably once_and_for_all
""",
    "gone": """\
gone lost deleted removed erased wiped destroyed purged cleared dropped discarded
""",
    "host": """\
instances? servers? vms? clusters? nodes? hosts? machines? environments? fleets? production prod databases? dbs? stacks? infrastructure infra regions? datacenters? namespaces? droplets?
""",
    "letter": """\
invoices? offers? quotes? contracts? e?mails? letters? surveys? reminders?
""",
    "live": """\
prod production live the_live_(?:site|system|servers?|environment)
""",
    "live_noun": """\
builds? bundles? dependenc(?:y|ies) configs? configuration settings? modes? docs documentation images? files? guides? issues? errors? logs? workflows? instructions? checks? keys? urls? env environments? variables? tests? grade ready readiness preview previews reload data_sources?
""",
    "mailing": """\
newsletters? campaigns? (?:mass|bulk|marketing)_(?:e?mails?|mailings?) email_blasts? press_releases?
""",
    "mfa": """\
[m2]fa two_factor 2_factor two_step 2_step multi_factor multifactor [ht]?otp
""",
    "money": """\
money funds cash credits? bitcoins? shares stocks
""",
    "part": """\
buttons? icons? dialogs? modals? menus? flows? endpoints? routes? handlers? hooks? callbacks? methods? animations? sounds? effects? shortcuts? confirmations? prompts? permissions? tests? flags? modes? options? commands? events? actions? lifecycle info steps? release_steps?
""",
    "payer": """\
customers? clients? cards? users? subscribers? accounts? buyers? payers? tenants? merchants? members? everyone everybody them invoices? subscriptions? fees? payments? people wallets? [0-9]+ now immediately upfront monthly annually yearly
""",
    "people": """\
users? members? accounts? clients? people contacts? employees students? followers? players?
""",
    "registry": """\
npm pypi crates(?:_io)? maven(?:_central)? nuget rubygems docker_?hub testflight ghcr packagist homebrew cran the_registry the_marketplace (?:the_)?(?:app|play|chrome_web)_store
""",
    "rights": """\
access rights? privileges? permissions? roles? status powers?
""",
    "safeguard": """\
firewalls? branch_protections? deletion_protection encryption backups? waf audit_(?:logs?|logging|trail) (?:tls|ssl|certificate)_(?:verification|validation|checks?) authentication row_level_security rls csrf_protection selinux access_controls?
""",
    "store": """\
rows? records? tables? databases? dbs? schemas? columns? collections? accounts? (?:users?|customers?|clients?|personal|production|prod|all|old|historical|existing)_data folders? director(?:y|ies) buckets? volumes? backups? partitions? clusters? everything (?:git|commit|audit)_histor(?:y|ies) the_files (?:all|every|inactive|expired|stale)_(?:files?|users?|customers?|messages?|logs?|orders?)
""",
    "table_name": """\
users orders customers accounts transactions payments invoices sessions
""",
    "truncatable": """\
tables? databases? dbs? collections? partitions? datasets? rows records data histor(?:y|ies) files? logs
""",
    "trunk": """\
main master trunk prod production (?:default|release)_branch
""",
    "trunk_noun": """\
css js ts py menu thread nav navigation layout window loop page content screen module file config bundle table view stylesheet component process data list template record detail key section panel class readme docs header footer heading title area column image photo quality readiness grade feed
""",
    "writing": """\
plans? procedures? strateg(?:y|ies) polic(?:y|ies) playbooks? steps? support mechanisms? runbooks? guides? docs documentation checklists? tutorials? templates? notes? sections? scripts? drills? handling logic tooling tests? examples? schedules? intervals?
""",
}
LISTS: Final = {
    "artefacts": """\
buttons? icons? page screens? form dialogs? modals? popups? menus? link flows? endpoints? routes? handlers? hooks? callbacks? methods? components? widgets? toasts? banner tooltips? tests? specs? animations? sound effects? shortcuts? ui ux wizard confirmations? prompts? permission placeholders? headers? headings? captions? cells? padding borders? styles? styling layout names? title label sorting pagination flags? commands? helpers? cli features? warnings? options? ability steps?
""",
    "code": """\
function method class constant setting
""",
    "doers": """\
we i they it and then that has have had script job
""",
    "runs": """\
runs? running ran calls? calling invok(?:e|es|ing) execut(?:e|es|ing) triggers?
""",
    "turns": """\
in on at for with when if by after before while because so to into onto until unless via per without as no not nothing never none instead but whitespaces? spaces? blanks? newlines? comments? imports? code lines? semicolons? variables? words? characters? punctuation todos? tests dependenc(?:y|ies) flags? warnings? prefix(?:es)? suffix(?:es)? css styles? html markup labels? strings? text titles? captions? buttons? icons? dialogs? endpoints? routes? handlers? shadows? down downs zones? target caps? helpers? propert(?:y|ies) attributes? params? typos?
""",
}
REGISTERED: Final = """\
account-deletion: what a person stored is gone
data-deletion: deleted data is gone
data-migration: the old shape is not kept
force-push: replaced commits are lost to everybody else
history-rewrite: every clone disagrees from then on
key-rotation: whatever still holds the old key stops working
license-change: what was given under a license stays given
mass-email: a sent message cannot be called back
package-publish: a published version cannot be replaced
payment-capture: the money has moved
production-deploy: users have seen it and may have written data with it
public-api-break: callers break before anybody can undo it
schema-migration: rows are written in the new shape at once
secret-revocation: a revoked secret does not come back
"""
ROWS: Final = r"""
recursive-removal destroys command
removing files from a shell, recursive or forced, with flags in any order
rm
sudo rm -R --force build/
<rm>\s*-[a-z]*[rf]
<rm>\s+(?:[^\s;|&]+\s+){0,6}?-{1,2}[a-z]
<rm>\s+(?:[~/.$][^\s;|&]|\*)

recursive-removal destroys command
removing files on Windows
del erase rd rmdir deltree item ri
Remove-Item -Recurse -Force .\dist
\b(?:del|erase|rd|rmdir)\s+(?:[^\s;|&]+\s+){0,4}?/[sqf]\b
\bdeltree\b
\b(?:remove-item|ri)\s<args>-(?:r|fo)

recursive-removal destroys command
removing files by a library call or a tool that walks a tree
rm find xargs rmtree rimraf removedirs rmsync unlink unlinksync shred srm rsync remove rmdir fs
find . -name '*.bak' -delete
\bfind\s<args>-(?:delete\b|exec(?:dir)?\s+(?:sudo\s+)?(?:rm|shred|unlink)\b)
\bxargs\s<args>\b(?:rm|shred|unlink)\b
\b(?:rmtree|rimraf|removedirs|rm_rf|rm_r|rmsync|unlinksync)\b
\bfs\.(?:promises\.)?rm(?:dir)?(?:sync)?\b
\bos\.(?:remove|unlink|rmdir)\b
\.unlink\b
\b(?:shred|srm)\s
\brsync\s<args>--del

recursive-removal destroys words
the same, said in prose
recursively recursive delete remove deletion removal
recursively delete the build tree
recursive(?:ly)? (?:forced? )?(?:<delete>|<remove>|deletion|removal)\b
(?:<delete>|<remove>) <gap4>(?:recursively|permanently|forever|irreversibly|for good)\b
(?:permanent|irreversible|forced) (?:deletion|removal)<not_ui>
(?:permanently|irreversibly|force|hard) (?:<delete>|<remove>|removal)<not_ui>

sql-drop destroys words
dropping a table, a column, an index, a database or what is in them
drop
drop the legacy orders table
(?<!drag and )(?<!drag )(?<!loot )(?<!item )<act_drop>,? <gap5><droppable><not_ui>
<act_drop> (?:if exists |the |all )?<dropword>\b(?! (?:agents?|ids?|input))<not_ui>

sql-drop destroys words
the same as one word or command
dropdb dropdatabase droptable dropcolumn dropcollection dropindex dropschema dropall mysqladmin
db.dropDatabase()
drop(?:db|database|table|column|collection|index|schema|all)\b
mysqladmin drop\b

sql-truncate destroys words
emptying a table or a file; cutting a text to length is not meant
truncate
truncate the old audit tables
<act_truncate>,? (?:of )?<gap5><truncatable><not_ui>
<act_truncate> (?:\w+ )?<table_name><not_ui>
truncate \w+ cascade\b

sql-truncate destroys command
TRUNCATE without the word table, and the shell's truncate
truncate
TRUNCATE users;
\btruncate\s+(?:only\s+)?[\w.]+\s*(?:;|cascade\b|restart\b)
\btruncate\s+(?:-s|--size)

delete-data destroys words
deleting stored things: rows, files, accounts, backups, branches, machines
delete erase prune rid
delete all the old rows from the users table
(?<!soft )(?<!\bon~ )(?:<act_delete>|<act_erase>|<act_prune>),? <gap8><data><not_ui>
(?<!soft )(?<!\bon~ )(?:<delete>|<erase>) from\b
(?:get|gets|got|getting) rid of <gap5><data><not_ui>

delete-data destroys words
deleting what was spoken of before
delete
delete them
(?<!soft )(?<!\bon~ )(?:delete|deletes|deleting) (?:it|them|those|these|all of|now)\b
<start>(?:hard )?delete<end>

delete-data destroys words
deletion as a noun
deletion deletions erasure
deletion of inactive accounts
<data> (?:deletions?|erasure)<not_ui><not_doc>
(?:deletions?|erasure) of <gap4><data><not_ui>
(?:mass|bulk) deletions?\b

delete-data destroys words
stored things that are deleted, dropped, removed or truncated
deleted dropped removed truncated
old rows are permanently deleted
<data>,? <gap3><be> (?:<adverb> )?(?:deleted|dropped|truncated)\b
<store>,? <gap3><be> (?:<adverb> )?removed\b

delete-data destroys words
removing or clearing out stored things
remove removal clear empty clean flush
remove all records of closed accounts
(?:<act_remove>|removal of)(?! <any2>(?:empty|temporary|temp|tmp)\b) <gap3><store><not_ui>
<clean> (?:up|out) <gap3>(?:rows|records|backups|snapshots|accounts)<not_ui>
<flush> <gap4>(?:redis|databases?|dbs?)<not_ui>
<clear> (?:out )?(?:the |all )<gap2>(?:databases?|buckets?|records|tables|rows|data)<not_ui>
<empty> (?:out )?(?:the |all )<gap3>(?:databases?|buckets?|tables?|queues?)<not_ui>
<empty> (?:out )?the <gap2>(?:trash|(?:recycle )?bin)<not_ui>

delete-data destroys words
bulk deletion by a library call or a cache server
deletemany deleteall flushall flushdb removeall deleteobjects deletedatabase
users.deleteMany({})
(?:deletemany|deleteall|removeall|flushall|flushdb|deleteobjects|deletedatabase)\b

delete-data destroys command
the same by a method without arguments, or one that names all
delete drop truncate
User.objects.all().delete()
\.(?:delete|drop|truncate)(?:\(\)|_(?:all|many)\b)

database-reset destroys words
starting a database or a device over
reset recreate reinitialize reinitialise db fresh flyway factory restore
rails db:reset
(?:<reset>|<recreate>|reinitiali[sz]e) <gap3>(?:databases?|dbs?|schemas?|clusters?)<not_ui>
(?:<reset>|<recreate>|reinitiali[sz]e) <gap3>(?:production|prod|warehouse)<not_ui>
(?:db|database|migrate) (?:reset|fresh|drop|refresh)\b
flyway clean\b
<restore> <gap4>(?:production|prod|live) (?:databases?|dbs?|data)<not_ui>
factory reset\b

data-loss destroys words
losing data, said as such
lose loss
existing data is lost
<lose> <gap3>(?:data|rows|records|histor(?:y|ies)|commits|work)\b
(?:data|rows|records|history|commits|sessions) <gap2><be> (?:<adverb> )?lost\b
data loss(?! (?:bugs?|issues?|reports?)\b)<not_doc>

gone-for-good destroys words
what is gone for good, in everyday words
good ever forever permanently irretrievably irrecoverably all gone
after thirty days their posts are gone for good
<gone>,? <gap3><for_ever>\b
<for_ever> (?:<be> )?<gone><not_ui>
(?:goes|go|going|disappears?|vanish(?:es)?|thrown? away) <for_ever>\b
<data>,? <gap4><be> (?:<adverb> )?gone\b(?! (?:through|over|wrong)\b)
(?:<wipe>|<erase>|<purge>|<clear>|<empty>|<drop>|<discard>|<remove>|<delete>) <gap5><for_ever>\b
(?:throw|throws|throwing|threw) (?:away|out) <gap5><for_ever>\b

gone-for-good destroys words
throwing stored things away, shredding or scrubbing them
throw throws throwing threw thrown shred scrub
throw away the old customer records
(?:throw|throws|throwing|threw) (?:away|out) <gap4><store><not_ui>
(?:throw|throws|throwing|threw) (?:(?:the|all|our|their|old|every) )<gap3><store> (?:away|out)\b
<store>,? <gap3><be> thrown (?:away|out)\b
(?:<act_shred>|<act_scrub>) <gap4>(?:<store>|archives?|documents?|drives?|disks?)<not_ui>

anonymise destroys words
taking away who somebody was; nobody can put it back
anonymise
anonymise every account that was closed
<act_anonymise>,? <gap5>(?:<store>|users?|customers?|profiles?|members?|people)<not_ui>(?! (?:in|for) (?:logs?|tests?|staging|analytics|reports?)\b)

destroy destroys words
destroying; terraform, pulumi, cdk and vagrant destroy among it
destroy obliterate nuke
terraform destroy -auto-approve
<destroy><not_part>(?! (?:enem(?:y|ies)|asteroids?|bricks?|blocks?|sprites?|bullets?)\b)
(?:<obliterate>|<nuke>)<not_part>

wipe destroys words
wiping or erasing
wipe erase wipefs blow blows blowing
wipe the staging disk
(?:<wipe>|wipefs)<not_part>(?! (?:transitions?|gestures?)\b)
<erase> (?:the|all|every|everything|it|them|user|customer)\b
blow(?:s|ing)? away\b

purge destroys words
purging
purge expunge
purge it
(?<!cache )(?<!cdn )(?:<purge>|<expunge>)<not_part>(?! <gap2>(?:caches?|cdn|keys?|css)\b)

overwrite destroys words
writing over what is there
overwrite clobber write
overwrite the existing configuration
(?:<overwrite>|<clobber>)<not_part>
write over (?:the|existing|all)\b

force-push destroys command
pushing over, or deleting, the history others have
push
git push origin main -f
\bpush\s<args>(?:-[a-z]*f[a-z]*(?![\w-])|-{1,2}(?:force|mirror)\b|\+[\w/])
<git>push\s<args>(?:-d\s|--delete\b|--prune\b|:[\w/])

force-push destroys words
the same, said in prose
push forcepush
force-push the branch
<force> (?:the |a |this )?<push><not_ui>
forcepush(?:ed|es|ing)?\b
<push> <gap3>(?:with )?(?:force|forced|forcefully|forcibly)<not_ui>

rewrite-history destroys words
changing commits that exist
filter reflog rewrite bfg gc
git filter-repo --path secrets.env --invert-paths
filter (?:branch|repo)\b
reflog (?:expire|delete)\b
gc prune\b
<rewrite> <gap3>histor(?:y|ies)\b
bfg (?:repo|delete|strip)

discard-work destroys command
throwing uncommitted or unmerged work away with git
reset clean checkout restore branch switch stash tag worktree update
git reset --hard HEAD~3
\breset\s<args>-{1,2}(?:hard|merge|keep)\b
<git>clean\s<args>-(?:[a-z]*f|-?force)
\bclean\s+-[dx]*f[dfx]*\b
\bcheckout\s<args>--(?![\w-])
<git>checkout\s<args>(?:-f\b|-{1,2}force\b|\.)
<git>restore\s(?!--staged\s(?!<args>--worktree))
\brestore\s+\.(?![\w/])
<git>switch\s<args>(?:-f\b|-{1,2}(?:force|discard))
\bbranch\s<args>-(?:[a-z]*[df][a-z]*(?![\w-])|-delete\b|-force\b)
<git>(?:stash\s+(?:drop|clear)|tag\s+(?:-d|--delete)|update-ref\s+-d|worktree\s+remove)\b

discard-work destroys words
the same, said in prose
reset discard throw throws throwing
discard all uncommitted changes
hard <reset><not_ui>
<reset> hard\b
(?:<discard>|throw(?:s|ing)? away) <gap3>(?:local|uncommitted|unstaged|unmerged|unpushed)\b

infra-delete destroys command
deleting what runs in a cluster or a cloud, by its command line
kubectl oc helm gcloud az aws gsutil doctl heroku flyctl eksctl gh glab firebase vercel netlify docker podman hcloud supabase terraform tofu pulumi
kubectl -n prod delete deployment api
<cloud>(?:\s+[\w:./=-]+){0,5}?\s+(?:\w+:)?(?:delete|destroy|terminate|rm|rb|rmi)\b
<cloud>(?:\s+[\w:./=-]+){0,5}?\s+(?:\w+:)?(?:purge|uninstall|drain|prune|--?destroy|--?prune)\b
\bdocker(?:-|\s+)compose\s<args>\bdown\s<args>(?:-v\b|--volumes\b)

host-shutdown destroys words
terminating, decommissioning or shutting down machines and environments
terminate decommission deprovision shut shutdown tear teardown power poweroff turn switch
terminate the old instances
(?:<terminate>|<decommission>|<deprovision>) (?:of )?<gap4><host><not_ui>
(?<!graceful )(?<!gracefully )(?:<shut> down|<shutdown>) (?:of )?<gap4><host><not_ui>
(?:<tear> down|teardown|power(?:ing)? off|poweroff) (?:of )?<gap4><host><not_ui>
(?:<shut>|<tear>) <gap4><host> down\b
(?:<turn>|<switch>) off <gap4>(?:servers?|vms?|clusters?|hosts?|machines?|prod|production)<not_ui>
<host> <gap2><be> (?:<adverb> )?(?:terminated|decommissioned|shut down|torn down)\b
shutdown [hrps] (?:now|[0-9])

disk-format destroys command
making a file system or writing to a raw device
mkfs newfs dd format wipefs fdisk sgdisk parted lvremove vgremove pvremove luksformat blkdiscard diskpart dev
dd if=/dev/zero of=/dev/sda bs=1M
\b(?:mkfs|newfs|wipefs|lvremove|vgremove|pvremove|luksformat|blkdiscard|diskpart)\b
\bdd\s<args>of=
\b(?:fdisk|sgdisk|parted)\s<args>/dev/
\bformat\s+[a-z]:(?!\w)
>\s*/dev/(?:sd|nvme|hd|vd|disk)

disk-format destroys words
formatting a disk
format reformat repartition
format the data disk
(?:<format>|<reformat>|<repartition>) <gap3><disk><not_ui>(?! (?:usage|space|sizes?|metrics?|stats|as|in|numbers?|letters?|sliders?)\b)

roll-back lasts words
rolling back a release, a migration, a change
roll rollback
roll the release back to 1.4
<roll> <gap4>back\b<not_doc>
(?<!with~ )(?<!add )(?<!transaction )(?<!support )<rollback><not_ui><not_doc>(?! on\b)

credential-change lasts words
revoking, resetting or rotating a key, token, secret, credential or password
revoke reset rotate invalidate regenerate
rotate the production API keys
(?<!password )(?:<act_revoke>|<reset>|<act_rotate>),? (?:of )?<gap4><credential><not_ui>
(?:<act_invalidate>|<act_regenerate>),? (?:of )?<gap4><credential><not_ui>
<act_revoke>,? (?:of )?<gap3>(?:access|sessions?|grants?|privileges)<not_ui>
<invalidate>,? (?:of )?(?:all|every) <gap3>sessions?\b

credential-change lasts words
the same with the secret first
revoke rotate reset resets invalidated regenerated
all tokens are revoked
<credential> (?:revocation|rotations?)<not_ui><not_doc><not_mail>
passwords? resets? (?:for|of) (?:every|all|each|our)\b
(?:keys?|tokens?|secrets?|credentials?|certificates?) resets?<not_ui><not_doc><not_mail>
<credential>,? <gap3><be> (?:<adverb> )?(?:revoked|rotated|reset|invalidated|regenerated)\b

disable-mfa lasts words
switching a second factor off
mfa 2fa factor multifactor otp totp hotp step
disable MFA for the service account
(?:<disable>|<turn> off|<switch> off|disabling of) <gap5><mfa>\b<not_ui>
(?:<remove>|<drop>|<bypass>|<deactivate>|<skip>) <gap5><mfa>\b<not_ui>
(?:<turn>|<switch>) <gap4><mfa> <any2>off\b
<mfa> <any2><be> (?:disabled|turned off|switched off|removed|bypassed)\b

disable-safeguard lasts words
switching a protection off
firewall firewalls protection protections encryption backup backups waf audit tls ssl certificate authentication security rls csrf selinux access
turn off branch protection
(?:<disable>|<turn> off|<switch> off|<deactivate>|<bypass>) <gap4><safeguard><not_ui>

grant-admin lasts words
giving somebody administrator rights
admin admins administrator administrators root sudo sudoers superuser superusers owner owners ownership privileges super access
grant Bob admin
<grant> <any5><admin><not_ui>
(?:<give>|<assign>|<elevate>) <gap5><admin> <rights>\b<not_ui>
<add> <gap3><admin> <rights> (?:to|for)\b
(?:<promote>|<elevate>) <any5>to (?:an? |the )?<admin>\b
<make> (?!sure|certain)<some4>an? (?:org |site |system |global )?<admin>\b
<make> (?!sure|certain)<some4>(?:admins|superusers|owners)(?:<end>|(?= (?:of|on|in|for)\b))
<add> <some4>to (?:the )?(?:admins|administrators|sudoers|owners)<not_ui>
<add> <some4>to the admin(?: (?:group|role|team))?<end>

make-public lasts words
showing to everybody what was private
public publicly open
make the repository public
<make> <gap4>(?:repos?|repository|buckets?|datasets?|data|code) (?:\w+ )?public(?:ly)?\b
open (?:source|sourcing) (?:the|our|this)\b

charge lasts words
taking money
charge bill debit
charge the saved card
(?<!\bin~ )(?:<charge>|<debit>),? <gap4><payer><not_ui>(?! (?:minutes?|seconds?|percent)\b)
<bill> (?:the |all |our |every )?<gap2>(?!they)<billed><not_ui>
<billed> <gap2><be> (?:<adverb> )?(?:charged|billed|debited)\b
stripe charges? create\b
<start>charge (?:the|all|every|each|their|our|his|her|twice|again)\b

move-money lasts words
refunding, capturing or transferring money
refund capture transfer wire disburse withdraw spend funds escrow
refund all affected orders
<issue> (?:the |all |full |partial )?<gap2>refunds?<not_ui>
<refund> <gap3>(?:customers?|orders?|payments?|everyone|users|cards?)<not_ui>
<capture> <gap3>(?:payments?|funds)<not_ui>
(?:<transfer>|wire|disburse|withdraw|spend) <gap3><money><not_ui>
<release> (?:the |all |our )<gap2>(?:funds|money|escrow)<not_ui>

pay lasts words
paying, buying, or taking payments in earnest
pay payment payments payout payouts purchase buy buys buying bought money charges live plan plans tier tiers order orders
pay out the sellers' balances
<pay> (?:the |all |our |every |out )<gap3><creditor><not_ui>
(?:pay|pays|paying) <gap2>(?:out|<creditor>)<not_ui>
<creditor>,? <gap3>(?:are|be|being|get|gets) (?:<adverb> )?paid\b
(?:send|issue|trigger|release|execute|run|make)s? (?:the |all |our )?<gap2>payouts?<not_ui>
(?:take|takes|taking|make|making|accept|accepting|process|processing) (?:real|live) <any2>payments?<not_ui>
real (?:payments?|money|charges)<not_ui>
(?:<purchase>|buy|buys|buying|bought) (?:the |a |an |more |new )<gap3>(?:licen[cs]es?|domains?|seats?|credits?|subscriptions?|shares|stocks?|servers?|hardware|plans?|tiers?|certificates?|ads)<not_ui>
(?:upgrad|subscrib)(?:e|es|ing) <any4>to (?:the |a |an )?(?:\w+ )?(?:paid|pro|premium|business|enterprise|annual|yearly|monthly) (?:\w+ )?(?:plans?|tiers?)<not_ui>
plac(?:e|es|ing) (?:the |an |all |our )<gap2>orders? (?:with|at) (?:the |our )?\w+\b<not_ui>
<switch> <any5>to live (?:mode|keys?|payments?)\b

commit-legally lasts words
signing, filing or accepting what binds
sign submit file files filing accept terminate cancel close closes closing
sign the contract with the new host
<sign> (?:the |a |our )<gap2>(?:contracts?|agreements?|leases?|deeds?)<not_ui>
(?:<submit>|file|files|filing) (?:the |a |our )<gap3>(?:tax returns?|taxes|tenders?|patents?|lawsuit)\b
<cancel> (?:all |every |our |their |the customers )<gap2>(?:subscriptions?|orders?|contracts?|accounts?|bookings?|flights?)<not_ui>
clos(?:e|es|ing) (?:the|all|every|our) (?:customers?|users?|clients?) accounts?<not_ui>

open-access lasts words
opening something to the world
open expose grant give gives giving
open the database port to the internet
(?:open|opens|opening|<expose>) <gap5>(?:ports?|buckets?|databases?|dbs?|servers?|apis?|network|firewall|cluster) <any2>to (?:the )?(?:world|internet|public|everyone|anyone)\b
(?:<grant>|<give>) (?:everyone|everybody|anyone|the public|all users|every user) <any3>access\b

send-to-customers lasts words
writing to people outside; what was sent cannot be called back
send email notify mail mails emails mailings letters letter newsletter newsletters messages notice notices mailing sms text message announce blast launch tell tells inform contact write invite post posts posting tweet announces announcing users
email all users about the outage
<send>,? <any6>to <any3>(?:<audience>|<every> <any2>(?:<people>|<audience>))<not_ui>
<send>,? <any3><letter> (?:out )?to <any3>clients?<not_ui>
<send> (?:the |all |our |every |these |out )?(?:<audience>|<every> <people>)<not_ui>
(?<!the )(?<!a )(?:<email>|<notify>|mail|mailing|sms) <whom>(?:<audience>|<every> <any2>(?:<people>|<audience>))<not_ui>
(?:text|message|announce(?: it)? to) <whom>(?:<audience>|<every> <any2>(?:<people>|<audience>))<not_ui>
(?:<send>|launch|blast) (?:out )?<any3><mailing><not_ui>
(?:e?mails?|mailings?|letters?|sms|newsletters?|messages?|notices?) <any3>(?:go|goes|going|is sent|are sent|be sent|sent|delivered) (?:out )?to <any3>(?:<audience>|<every> <any2>(?:<people>|<audience>))<not_ui>
(?:e?mails?|mailings?|letters?|newsletters?) to <any3>(?:<audience>|<every> <any2><people>) <any2>(?:go|goes|are sent|is sent)\b
(?:<audience>|<every> <any2><people>) <any2>(?:get|gets|receive|receives) <any2>(?:e ?mails?|mails?|letters?|sms)<not_ui>
(?:tell|tells|<inform>|contact|write to|<invite>) <whom>(?:<audience>|<every> <any2>(?:<people>|<audience>))<not_ui>
announc(?:e|es|ing) <any6>to (?:the |our |all )?(?:<audience>|users)<not_ui>
<send> (?:out )?(?:the |all |our |these )?(?:\w+ )?(?:dunning|collection|termination|eviction) (?:letters?|notices?|e?mails?)<not_ui>
(?:post|posts|posting|announce|tweet) <any4>(?:to|on) (?:our )?(?:twitter|linkedin|facebook|instagram|mastodon|social media|hacker news|reddit|the mailing list)\b

publish lasts words
putting something out where others can take it; a message on a bus is not meant
publish published unpublish
npm publish
(?<!pre )(?<!\bon~ )<publish><not_part>(?! <gap3>(?:messages?|metrics?|notifications?|telemetry|payloads?|events?)\b)(?! <any3>to (?:the |a |an )?(?:\w+ )?<broker>\b)(?! (?:(?:and )?subscribe|dates?|status|states?|calendars?|pipelines?|workflows?)\b)(?! (?:queues?|schedules?|house|platforms?|tools?|times?|jobs?)\b)
<be> (?:<adverb> )?published\b
<unpublish> (?:the|all|from|version|package)\b

publish lasts words
uploading or submitting a release
twine gem docker store release releasing
twine upload dist/*
(?:twine upload|gem push|docker push|gh release create)\b
submit(?:ting)? <any4>to (?:the )?(?:app|play|chrome web) store\b
cut(?:ting)? (?:a|the) (?:\w+ )?release\b
<start>release (?:a|the) (?:new|next|major|minor|patch) (?:version|release)(?:<end>| of\b)
<start>release (?:the )?version \d
releas(?:e|ing) <any4>to (?:npm|pypi|maven|crates|rubygems|nuget|the (?:app|play) store)\b
releas(?:e|ing) <any4>to (?:the public|(?:all )?(?:customers|users))\b

publish lasts words
handing something to a registry or a store
upload submit push release ship
upload the wheel to PyPI
(?:<upload>|<submit>|<push>|<release>|<ship>) <any5>(?:to|on) <registry>\b

deploy lasts words
bringing something to where people are served
deploy ship release promote roll rollout live push put take
deploy the new version to production
<deploy>,? <any6>(?:in)?to (?:the |our )?<live>\b(?! <live_noun>\b)<not_ui>
(?:<ship>|<release>|<promote>|<roll>|rollout),? <any6>to (?:the |our )?(?:prod|production)\b(?! <live_noun>\b)
<roll> (?:it |this |the \w+ )?out to (?:all|every|everyone|everybody|our|customers?|users?)\b
<start>(?:deploy|ship) (?:it|them|this|everything|the release|now|straight away)\b(?! <live_noun>\b)<not_ui>
(?<![\s\S])(?:deploy|go live|cut over)(?![\s\S])
(?:deploy|deploys|deploying) (?:\w+ )?(?:on|in) (?:prod|production)\b(?! <live_noun>\b)
(?:run|start|trigger|do|begin|approve|proceed with)s? (?:the |a )?(?:prod|production) (?:deploy|deployment|release|rollout)\b
<start>(?:go|going|goes|take it) live(?:<end>| (?:with|on|today|now|tomorrow)\b)
(?:<push>|<take>|put|puts|putting) (?:it|this|(?:the|our) (?:\w+ )?(?:releases?|versions?|sites?|builds?|apps?|shops?|changes?)) live\b
(?:start|begin|trigger|complete|finish)(?:s|es)? (?:the |a )?rollout(?:<end>| (?:to|of)\b)

cut-over lasts words
sending the world somewhere else: names, traffic, domains
dns nameserver nameservers name cname cnames mx txt aaaa record records zone traffic cutover cut domain domains
switch the DNS to the new host
(?:<switch>|<flip>|<repoint>|<move>|<transfer>) <any4><dns>\b<not_ui>(?! (?:tests?|docs|resolver)\b)
<change> (?:the |our )?<any2><dns> (?:records?|entr(?:y|ies)|zone|provider|settings? of|to)\b
<point> <any4>(?:domains?|dns|host ?names?|nameservers?) <any3>(?:to|at)\b
<dns> (?:records? )?(?:switch|switchover|cutover|cut over|migration|change)<not_ui><not_doc>
<dns>,? <gap3><be> (?:<adverb> )?(?:switched|changed|moved|repointed|transferred)\b
(?:<switch>|<redirect>|<move>|<flip>) <any3>(?:all|live|production|user|customer|the) <any2>traffic (?:over |from |to )
cut(?:s|ting)? (?:it |them |traffic |production |everyone )?over to\b
(?:start|do|run|perform|begin) (?:the )?cutover\b
<transfer> <gap3>domains?<not_ui>(?! (?:objects?|models?|events?|layer)\b)
(?:<change>|<replace>|update|updates|updating|set|sets) (?:the |our |its )?(?:\w+ )?name ?servers?(?:<end>| (?:of|for|to|at)\b)
(?:<change>|<replace>|<remove>|<delete>|update|updates|updating|edit) (?:the |our |its |all )(?:\w+ )?(?:a|aaaa|cname|mx|txt|ns|srv) records?(?:<end>| (?:of|for|to|at|so)\b)
delegat(?:e|es|ing) (?:the |our |this )(?:\w+ )?(?:zone|domain)s?(?:<end>| (?:to|at)\b)
(?:<deactivate>|<cancel>) (?:the |our |all )(?:\w+ )?domains?<end>

merge-to-main lasts words
merging or pushing to the branch others build on
merge push land commit
merge the branch into main
(?<!\bon~ )(?:<merge>|<push>|<land>|<commit>),? <any6>(?:in)?to (?:the |our |origin )?<trunk><not_noun>
(?:<merge>|<land>|<commit>) <any4>(?:onto|on|in) (?:the )?(?:main|master|trunk)<not_noun>

schema-migration lasts words
changing the shape of stored data
migrate migration migrations alter schema alembic column columns primary db tables table
run the schema migration
(?:schemas?|databases?|db|data|sql|tables?) migrations?<not_ui><not_doc>
<migrate>,? <gap4>(?:schemas?|databases?|dbs?|tables?|rows|records)<not_ui>
<migrate>,? <gap4>data<not_ui>(?! (?:fetching|layer|access|loading|sources?|grids?)\b)
(?:run|runs|running|apply|applying|execute) <gap3>migrations?<not_ui><not_doc>
<alter> (?:the |a )?(?:\w+ )?(?:tables?|columns?|types?|schemas?)\b
alembic (?:upgrade|downgrade)\b
(?:manage py|prisma|knex|db|rails|artisan|sequelize) migrate\b
db push\b
<change> <gap4>(?:schemas?|column types?|primary keys?)<not_ui>
schema (?:changes?|alterations?)<not_ui><not_doc>
<rename> <gap3>(?:columns?|(?:database |db )tables?)<not_ui>
<rename> (?:the )?(?:\w+ )?tables?<not_ui>

breaking-change lasts words
breaking what others rely on
break incompatible incompatibility incompatibilities incompatibly support public api
ship a breaking change
breaking <any2>changes?<not_ui><not_doc>(?! (?:logs?|detectors?|checkers?|lists?)\b)
(?:backwards?|api|abi|wire) incompatib\w+
incompatible (?:\w+ )?changes?\b
<break> <gap3><broken><not_ui>
(?:<drop>|<remove>|end|ending) <gap4>support\b(?! (?:button|link|page|chat|email)s?\b)
(?:<remove>|<change>|<rename>) <gap3>public (?:\w+ )?(?:apis?|endpoints?|interfaces?)\b
(?:<remove>|<change>|<rename>) <gap3>public (?:\w+ )?(?:methods?|contracts?|fields?)\b
<change> <gap2>api (?:contracts?|signatures?|responses?)\b

data-model-change lasts words
changing what the data means
model models
change the data model
(?:data|domain|storage) models? (?:changes?|migrations?|rewrites?)<not_ui><not_doc>
(?:data|domain|storage) models? (?:overhauls?|redesigns?|refactors?)<not_ui><not_doc>
(?:<change>|<alter>|<modify>|<redesign>|<restructure>) (?:of )?<gap3>data models?<not_ui>
(?:<rewrite>|<rework>|<overhaul>|<replace>|<break>) (?:of )?<gap3>data models?<not_ui>
(?:<change>|<alter>|<modify>) <any6>(?:to|of|in) (?:the |our )?(?:\w+ )?data models?<not_ui>
(?:changes|alterations) (?:to|of|in) <gap3>data models?<not_ui>

license-change lasts words
changing the license others received the work under
license licence relicense
relicense the project
<relicense>\b
(?:<change>|<switch>|<replace>) <gap3>licen[cs]e<not_ui>(?! (?:keys?|plates?|years?)\b)

said-irreversible lasts words
the text itself says that there is no way back
irreversible irreversibly irrevocable irrevocably irrecoverable irrecoverably unrecoverable undone undo recovered reversed restored return door retrieved reverted recalled brought taken called got way going turning recovery recoverable reversible back
this cannot be undone
(?:irreversibl[ey]|irrevocabl[ey]|irrecoverabl[ey]|unrecoverable)\b(?! errors?\b)
(?:cannot|cant|not|never) be (?:easily |ever )?(?:undone|recovered|reversed|restored)\b
(?:cannot|cant|can not|never) be (?:easily |ever )?(?:retrieved|reverted|recalled)\b
(?:cannot|cant|can not|never) be (?:brought|taken|called|got|gotten|put) back\b
no (?:way|going|turning) back\b
(?:beyond|past|without|no) (?:any |hope of )?recovery\b(?! (?:code|codes|key|email|mode)\b)
(?:is|are|be) not (?:recoverable|reversible|undoable|restorable)\b
(?:no|without) (?:way to )?undo\b
point of no return\b
one way door\b
"""
