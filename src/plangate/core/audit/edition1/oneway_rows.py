"""Frozen: the rows of edition 1's word net (PREF-2), for replaying old logs only (REC-2).

A block is a row: its kind, the form of text it reads and the words one of which must be seen, then
each line of its pattern (oneway_patterns.py). What destroys data, files, hosts or history comes
first, as its cues are given in this order.
"""

from __future__ import annotations

from plangate.core.audit.edition1.oneway_patterns import Form, Row

_ROWS = r"""
recursive-removal command rm
<rm>\s*-[a-z]*[rf]
<rm>\s+(?:[^\s;|&]+\s+){0,6}?-{1,2}[a-z]
<rm>\s+(?:[~/.$][^\s;|&]|\*)

recursive-removal command del erase rd rmdir deltree item ri
\b(?:del|erase|rd|rmdir)\s+(?:[^\s;|&]+\s+){0,4}?/[sqf]\b
\bdeltree\b
\b(?:remove-item|ri)\s<args>-(?:r|fo)

recursive-removal command rm find xargs rmtree rimraf removedirs rmsync unlink unlinksync shred srm rsync remove rmdir fs
\bfind\s<args>-(?:delete\b|exec(?:dir)?\s+(?:sudo\s+)?(?:rm|shred|unlink)\b)
\bxargs\s<args>\b(?:rm|shred|unlink)\b
\b(?:rmtree|rimraf|removedirs|rm_rf|rm_r|rmsync|unlinksync)\b
\bfs\.(?:promises\.)?rm(?:dir)?(?:sync)?\b
\bos\.(?:remove|unlink|rmdir)\b
\.unlink\b
\b(?:shred|srm)\s
\brsync\s<args>--del

recursive-removal words recursively recursive delete remove deletion removal
recursive(?:ly)? (?:forced? )?(?:<delete>|<remove>|deletion|removal)\b
(?:<delete>|<remove>) <gap4>(?:recursively|permanently|forever|irreversibly|for good)\b
(?:permanent|irreversible|forced) (?:deletion|removal)<not_ui>
(?:permanently|irreversibly|force|hard) (?:<delete>|<remove>|removal)<not_ui>

sql-drop words drop
(?<!drag and )(?<!drag )(?<!loot )(?<!item )<act_drop>,? <gap5><droppable><not_ui>
<act_drop> (?:if exists |the |all )?<dropword>\b(?! (?:agents?|ids?|input))<not_ui>

sql-drop words dropdb dropdatabase droptable dropcolumn dropcollection dropindex dropschema dropall mysqladmin
drop(?:db|database|table|column|collection|index|schema|all)\b
mysqladmin drop\b

sql-truncate words truncate
<act_truncate>,? (?:of )?<gap5><truncatable><not_ui>
<act_truncate> (?:\w+ )?<table_name><not_ui>
truncate \w+ cascade\b

sql-truncate command truncate
\btruncate\s+(?:only\s+)?[\w.]+\s*(?:;|cascade\b|restart\b)
\btruncate\s+(?:-s|--size)

delete-data words delete erase prune rid
(?<!soft )(?<!\bon~ )(?:<act_delete>|<act_erase>|<act_prune>),? <gap8><data><not_ui>
(?<!soft )(?<!\bon~ )(?:<delete>|<erase>) from\b
(?:get|gets|got|getting) rid of <gap5><data><not_ui>

delete-data words delete
(?<!soft )(?<!\bon~ )(?:delete|deletes|deleting) (?:it|them|those|these|all of|now)\b
<start>(?:hard )?delete<end>

delete-data words deletion deletions erasure
<data> (?:deletions?|erasure)<not_ui><not_doc>
(?:deletions?|erasure) of <gap4><data><not_ui>
(?:mass|bulk) deletions?\b

delete-data words deleted dropped removed truncated
<data>,? <gap3><be> (?:<adverb> )?(?:deleted|dropped|truncated)\b
<store>,? <gap3><be> (?:<adverb> )?removed\b

delete-data words remove removal clear empty clean flush
(?:<act_remove>|removal of) <gap3><store><not_ui>
<clean> (?:up|out) <gap3>(?:rows|records|backups|snapshots|accounts)<not_ui>
<flush> <gap4>(?:redis|databases?|dbs?)<not_ui>
<clear> (?:out )?(?:the |all )<gap2>(?:databases?|buckets?|records|tables|rows|data)<not_ui>
<empty> (?:out )?(?:the |all )<gap3>(?:databases?|buckets?|tables?|queues?)<not_ui>
<empty> (?:out )?the <gap2>(?:trash|(?:recycle )?bin)<not_ui>

delete-data words deletemany deleteall flushall flushdb removeall deleteobjects deletedatabase
(?:deletemany|deleteall|removeall|flushall|flushdb|deleteobjects|deletedatabase)\b

delete-data command delete drop truncate
\.(?:delete|drop|truncate)(?:\(\)|_(?:all|many)\b)

database-reset words reset recreate reinitialize reinitialise db fresh flyway factory
(?:<reset>|<recreate>|reinitiali[sz]e) <gap3>(?:databases?|dbs?|schemas?|clusters?)<not_ui>
(?:<reset>|<recreate>|reinitiali[sz]e) <gap3>(?:production|prod|warehouse)<not_ui>
(?:db|database|migrate) (?:reset|fresh|drop|refresh)\b
flyway clean\b
factory reset\b

data-loss words lose loss
<lose> <gap3>(?:data|rows|records|histor(?:y|ies)|commits|work)\b
(?:data|rows|records|history|commits|sessions) <gap2><be> (?:<adverb> )?lost\b
data loss(?! (?:bugs?|issues?|reports?)\b)<not_doc>

destroy words destroy obliterate nuke
<destroy><not_part>(?! (?:enem(?:y|ies)|asteroids?|bricks?|blocks?|sprites?|bullets?)\b)
(?:<obliterate>|<nuke>)<not_part>

wipe words wipe erase wipefs blow blows blowing
(?:<wipe>|wipefs)<not_part>(?! (?:transitions?|gestures?)\b)
<erase> (?:the|all|every|everything|it|them|user|customer)\b
blow(?:s|ing)? away\b

purge words purge expunge
(?:<purge>|<expunge>)<not_part>

overwrite words overwrite clobber write
(?:<overwrite>|<clobber>)<not_part>
write over (?:the|existing|all)\b

force-push command push
\bpush\s<args>(?:-[a-z]*f[a-z]*(?![\w-])|-{1,2}(?:force|mirror)\b|\+[\w/])
<git>push\s<args>(?:-d\s|--delete\b|--prune\b|:[\w/])

force-push words push forcepush
<force> (?:the |a |this )?<push><not_ui>
forcepush(?:ed|es|ing)?\b
<push> <gap3>(?:with )?(?:force|forced|forcefully|forcibly)<not_ui>

rewrite-history words filter reflog rewrite bfg gc
filter (?:branch|repo)\b
reflog (?:expire|delete)\b
gc prune\b
<rewrite> <gap3>histor(?:y|ies)\b
bfg (?:repo|delete|strip)

discard-work command reset clean checkout restore branch switch stash tag worktree update
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

discard-work words reset discard throw throws throwing
hard <reset><not_ui>
<reset> hard\b
(?:<discard>|throw(?:s|ing)? away) <gap3>(?:local|uncommitted|unstaged|unmerged|unpushed)\b

infra-delete command kubectl oc helm gcloud az aws gsutil doctl heroku flyctl eksctl gh glab firebase vercel netlify docker podman hcloud supabase terraform tofu pulumi
<cloud>(?:\s+[\w:./=-]+){0,5}?\s+(?:\w+:)?(?:delete|destroy|terminate|rm|rb|rmi)\b
<cloud>(?:\s+[\w:./=-]+){0,5}?\s+(?:\w+:)?(?:purge|uninstall|drain|prune|--?destroy|--?prune)\b
\bdocker(?:-|\s+)compose\s<args>\bdown\s<args>(?:-v\b|--volumes\b)

host-shutdown words terminate decommission deprovision shut shutdown tear teardown power poweroff
(?:<terminate>|<decommission>|<deprovision>) (?:of )?<gap4><host><not_ui>
(?<!graceful )(?<!gracefully )(?:<shut> down|<shutdown>) (?:of )?<gap4><host><not_ui>
(?:<tear> down|teardown|power(?:ing)? off|poweroff) (?:of )?<gap4><host><not_ui>
(?:<shut>|<tear>) <gap4><host> down\b
<host> <gap2><be> (?:<adverb> )?(?:terminated|decommissioned|shut down|torn down)\b
shutdown [hrps] (?:now|[0-9])

disk-format command mkfs newfs dd format wipefs fdisk sgdisk parted lvremove vgremove pvremove luksformat blkdiscard diskpart dev
\b(?:mkfs|newfs|wipefs|lvremove|vgremove|pvremove|luksformat|blkdiscard|diskpart)\b
\bdd\s<args>of=
\b(?:fdisk|sgdisk|parted)\s<args>/dev/
\bformat\s+[a-z]:(?!\w)
>\s*/dev/(?:sd|nvme|hd|vd|disk)

disk-format words format reformat repartition
(?:<format>|<reformat>|<repartition>) <gap3><disk><not_ui>(?! (?:usage|space|sizes?|metrics?|stats|as|in|numbers?|letters?|sliders?)\b)

roll-back words roll rollback
<roll> <gap4>back\b<not_doc>
(?<!with~ )(?<!add )(?<!transaction )(?<!support )<rollback><not_ui><not_doc>(?! on\b)

credential-change words revoke reset rotate invalidate regenerate
(?<!password )(?:<act_revoke>|<reset>|<act_rotate>),? (?:of )?<gap4><credential><not_ui>
(?:<act_invalidate>|<act_regenerate>),? (?:of )?<gap4><credential><not_ui>
<act_revoke>,? (?:of )?<gap3>(?:access|sessions?|grants?|privileges)<not_ui>
<invalidate>,? (?:of )?(?:all|every) <gap3>sessions?\b

credential-change words revoke rotate reset resets invalidated regenerated
<credential> (?:revocation|rotations?|resets?)<not_ui><not_doc><not_mail>
<credential>,? <gap3><be> (?:<adverb> )?(?:revoked|rotated|reset|invalidated|regenerated)\b

disable-mfa words mfa 2fa factor multifactor otp totp hotp step
(?:<disable>|<turn> off|<switch> off|disabling of) <gap5><mfa>\b<not_ui>
(?:<remove>|<drop>|<bypass>|<deactivate>|<skip>) <gap5><mfa>\b<not_ui>
(?:<turn>|<switch>) <gap4><mfa> <any2>off\b
<mfa> <any2><be> (?:disabled|turned off|switched off|removed|bypassed)\b

disable-safeguard words firewall firewalls protection protections encryption backup backups waf audit tls ssl certificate authentication security rls csrf selinux access
(?:<disable>|<turn> off|<switch> off|<deactivate>|<bypass>) <gap4><safeguard><not_ui>

grant-admin words admin admins administrator administrators root sudo sudoers superuser superusers owner owners ownership privileges super access
<grant> <any5><admin><not_ui>
(?:<give>|<assign>|<elevate>) <gap5><admin> <rights>\b<not_ui>
<add> <gap3><admin> <rights> (?:to|for)\b
(?:<promote>|<elevate>) <any5>to (?:an? |the )?<admin>\b
<make> (?!sure|certain)<some4>an? (?:org |site |system |global )?<admin>\b
<make> (?!sure|certain)<some4>(?:admins|superusers|owners)(?:<end>|(?= (?:of|on|in|for)\b))
<add> <some4>to (?:the )?(?:admins?|administrators|sudoers|owners)<not_ui>

make-public words public publicly open
<make> <gap4>(?:repos?|repository|buckets?|datasets?|data|code) (?:\w+ )?public(?:ly)?\b
open (?:source|sourcing) (?:the|our|this)\b

charge words charge bill debit
(?<!\bin~ )(?:<charge>|<debit>),? <gap4><payer><not_ui>(?! (?:minutes?|seconds?|percent)\b)
<bill> (?:the |all |our |every )?<gap2>(?!they)<billed><not_ui>
<billed> <gap2><be> (?:<adverb> )?(?:charged|billed|debited)\b
stripe charges? create\b
<start>charge (?:the|all|every|each|their|our|his|her|twice|again)\b

move-money words refund capture transfer wire disburse
<refund> <gap3>(?:customers?|orders?|payments?|everyone|users|cards?)<not_ui>
<capture> <gap3>(?:payments?|funds)<not_ui>
(?:<transfer>|wire|disburse) <gap3>(?:money|funds)<not_ui>

send-to-customers words send email notify mail mailing sms text message announce blast launch
<send>,? <any6>to <any3>(?:<audience>|<every> <any2><people>)<not_ui>
<send>,? <any3><letter> (?:out )?to <any3>clients?<not_ui>
<send> (?:the |all |our |every |these |out )?(?:<audience>|<every> <people>)<not_ui>
(?:<email>|<notify>|mail|mailing|sms) <whom>(?:<audience>|<every> <any2><people>)<not_ui>
(?:text|message|announce(?: it)? to) <whom>(?:<audience>|<every> <any2><people>)<not_ui>
(?:<send>|launch|blast) (?:out )?<any3><mailing><not_ui>

publish words publish published unpublish
(?<!pre )(?<!\bon~ )<publish><not_part>(?! <gap3>(?:messages?|metrics?|notifications?|telemetry|payloads?|events?)\b)(?! <any3>to (?:the |a |an )?(?:\w+ )?<broker>\b)(?! (?:(?:and )?subscribe|dates?|status|states?|calendars?|pipelines?|workflows?)\b)(?! (?:queues?|schedules?|house|platforms?|tools?|times?|jobs?)\b)
<be> (?:<adverb> )?published\b
<unpublish> (?:the|all|from|version|package)\b

publish words twine gem docker store release releasing
(?:twine upload|gem push|docker push|gh release create)\b
submit(?:ting)? <any4>to (?:the )?(?:app|play|chrome web) store\b
cut(?:ting)? (?:a|the) (?:\w+ )?release\b
<start>release (?:a|the) (?:new|next|major|minor|patch) (?:version|release)(?:<end>| of\b)
<start>release (?:the )?version \d
releas(?:e|ing) <any4>to (?:npm|pypi|maven|crates|rubygems|nuget|the (?:app|play) store)\b
releas(?:e|ing) <any4>to (?:the public|(?:all )?(?:customers|users))\b

merge-to-main words merge push land commit
(?:<merge>|<push>|<land>|<commit>),? <any6>(?:in)?to (?:the |our |origin )?<trunk><not_noun>
(?:<merge>|<land>|<commit>) <any4>(?:onto|on|in) (?:the )?(?:main|master|trunk)<not_noun>

schema-migration words migrate migration migrations alter schema alembic column columns primary db tables table
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

breaking-change words break incompatible incompatibility incompatibilities incompatibly support public api
breaking <any2>changes?<not_ui><not_doc>(?! (?:logs?|detectors?|checkers?|lists?)\b)
(?:backwards?|api|abi|wire) incompatib\w+
incompatible (?:\w+ )?changes?\b
<break> <gap3><broken><not_ui>
(?:<drop>|<remove>|end|ending) <gap4>support\b(?! (?:button|link|page|chat|email)s?\b)
(?:<remove>|<change>|<rename>) <gap3>public (?:\w+ )?(?:apis?|endpoints?|interfaces?)\b
(?:<remove>|<change>|<rename>) <gap3>public (?:\w+ )?(?:methods?|contracts?|fields?)\b
<change> <gap2>api (?:contracts?|signatures?|responses?)\b

data-model-change words model models
(?:data|domain|storage) models? (?:changes?|migrations?|rewrites?)<not_ui><not_doc>
(?:data|domain|storage) models? (?:overhauls?|redesigns?|refactors?)<not_ui><not_doc>
(?:<change>|<alter>|<modify>|<redesign>|<restructure>) (?:of )?<gap3>data models?<not_ui>
(?:<rewrite>|<rework>|<overhaul>|<replace>|<break>) (?:of )?<gap3>data models?<not_ui>
(?:<change>|<alter>|<modify>) <any6>(?:to|of|in) (?:the |our )?(?:\w+ )?data models?<not_ui>
(?:changes|alterations) (?:to|of|in) <gap3>data models?<not_ui>

license-change words license licence relicense
<relicense>\b
(?:<change>|<switch>|<replace>) <gap3>licen[cs]e<not_ui>(?! (?:keys?|plates?|years?)\b)

said-irreversible words irreversible irreversibly irrevocable irrevocably irrecoverable irrecoverably unrecoverable undone undo recovered reversed restored return door
(?:irreversibl[ey]|irrevocabl[ey]|irrecoverabl[ey]|unrecoverable)\b(?! errors?\b)
(?:cannot|cant|not|never) be (?:easily )?(?:undone|recovered|reversed|restored)\b
(?:no|without) (?:way to )?undo\b
point of no return\b
one way door\b
"""


def _read(block: str) -> Row:
    head, pattern = block.split("\n", 1)
    kind, read, triggers = head.split(" ", 2)
    form: Form = "command" if read == "command" else "words"
    return Row(kind, form, triggers, pattern)


ROWS = tuple(_read(block) for block in _ROWS.strip("\n").split("\n\n"))
