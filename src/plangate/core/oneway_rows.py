"""The rows of PREF-2's word net: what a decision that cannot be cheaply undone looks like in words.

Why: the net is a list people argue about, so it is data that can be read, reviewed and printed
(docs/rules.md) without reading the matcher in oneway.py. It must never match by itself, compile a
pattern when imported, or hold a row without an example: the tests run every example.

A row is read in one of two forms of the text, both lower case:

* ``words``: single spaces, no punctuation but a comma after its word, a line break where a clause
  ends; ``drop_table``, ``drop-table`` and ``DROP TABLE`` are all ``drop table``. Words of TURNS
  are followed by ``~``, words of ARTEFACTS by ``^``, so that no pattern has to repeat the lists,
  and the last word of a line by ``%``: an expression may run on, a denial or a name may not;
* ``command``: what a shell or an interpreter reads, without quotes, brackets and commas.

A pattern is a list of regular expressions, one a line, with placeholders, so that one list of
inflections serves the pattern and the prefilter alike:

* ``<delete>`` is a family of FAMILIES; ``<act_delete>`` the same, where "deleted" must be a deed;
* ``<data>`` is a class of CLASSES (there, ``_`` is a space);
* ``<gap4>`` is up to four words that do not change what is spoken of, ``<any4>`` up to four words
  that do not deny it, ``<args>`` what may stand between a command and its flag;
* ``<not_ui>``, ``<not_part>``, ``<not_doc>``: no thing follows that merely bears the name.

Every repetition is bounded or possessive: time stays linear in the text, whatever the text is.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Form = Literal["words", "command"]


class Row(NamedTuple):
    """One way a one-way decision is put into words."""

    kind: str
    """Kebab-case name; several rows may share one."""
    destructive: bool
    """Destroys data, files, hosts or history (ADQ-4), beyond being hard to undo."""
    means: str
    """What the row stands for, for the generated docs."""
    form: Form
    triggers: str
    """Words or families; the pattern is tried only on a text that holds one of them."""
    pattern: str
    example: str


# stem:endings; an empty ending is the stem itself.
FAMILIES = {
    name: tuple(family.partition(":")[0] + end for end in family.partition(":")[2].split(","))
    for name, family in {
        "add": "add:,s,ed,ing",
        "alter": "alter:,s,ed,ing,ation,ations",
        "assign": "assign:,s,ed,ing",
        "bill": "bill:,s,ed,ing",
        "break": "br:eak,eaks,eaking,oke,oken",
        "bypass": "bypass:,es,ed,ing",
        "capture": "captur:e,es,ed,ing",
        "change": "chang:e,es,ed,ing",
        "charge": "charg:e,es,ed,ing",
        "clean": "clean:,s,ed,ing",
        "clear": "clear:,s,ed,ing",
        "clobber": "clobber:,s,ed,ing",
        "commit": "commit:,s,ted,ting",
        "deactivate": "deactivat:e,es,ed,ing",
        "debit": "debit:,s,ed,ing",
        "decommission": "decommission:,s,ed,ing",
        "delete": "delet:e,es,ed,ing",
        "deprovision": "deprovision:,s,ed,ing",
        "destroy": "destr:oy,oys,oyed,oying,uction",
        "disable": "disabl:e,es,ed,ing",
        "discard": "discard:,s,ed,ing",
        "drop": "drop:,s,ped,ping",
        "elevate": "elevat:e,es,ed,ing",
        "email": "email:,s,ed,ing",
        "empty": "empt:y,ies,ied,ying",
        "erase": "eras:e,es,ed,ing",
        "expunge": "expung:e,es,ed,ing",
        "flush": "flush:,es,ed,ing",
        "force": "forc:e,es,ed,ing",
        "format": "format:,s,ted,ting",
        "give": "g:ive,ives,iving,ave,iven",
        "grant": "grant:,s,ed,ing",
        "invalidate": "invalidat:e,es,ed,ing,ion",
        "land": "land:,s,ed,ing",
        "lose": "los:e,es,ing,t",
        "make": "ma:ke,kes,king,de",
        "merge": "merg:e,es,ed,ing",
        "migrate": "migrat:e,es,ed,ing",
        "modify": "modif:y,ies,ied,ying",
        "notify": "notif:y,ies,ied,ying",
        "nuke": "nuk:e,es,ed,ing",
        "obliterate": "obliterat:e,es,ed,ing",
        "overhaul": "overhaul:,s,ed,ing",
        "overwrite": "overwr:ite,ites,iting,itten,ote",
        "promote": "promot:e,es,ed,ing",
        "prune": "prun:e,es,ed,ing",
        "publish": "publish:,es,ing",
        "purge": "purg:e,es,ed,ing",
        "push": "push:,es,ed,ing",
        "recreate": "recreat:e,es,ed,ing",
        "redesign": "redesign:,s,ed,ing",
        "reformat": "reformat:,s,ted,ting",
        "refund": "refund:,s,ed,ing",
        "regenerate": "regenerat:e,es,ed,ing",
        "relicense": "relicen:se,ses,sed,sing,ce,ces",
        "remove": "remov:e,es,ed,ing",
        "rename": "renam:e,es,ed,ing",
        "repartition": "repartition:,s,ed,ing",
        "replace": "replac:e,es,ed,ing",
        "reset": "reset:,s,ting",
        "restructure": "restructur:e,es,ed,ing",
        "revoke": "rev:oke,okes,oked,oking,ocation,ocations",
        "rework": "rework:,s,ed,ing",
        "rewrite": "rewr:ite,ites,iting,itten,ote",
        "roll": "roll:,s,ed,ing",
        "rollback": "rollback:,s",
        "rotate": "rotat:e,es,ed,ing,ion,ions",
        "send": "sen:d,ds,ding,t",
        "shut": "shut:,s,ting",
        "shutdown": "shutdown:,s",
        "skip": "skip:,s,ped,ping",
        "switch": "switch:,es,ed,ing",
        "tear": "t:ear,ears,earing,ore,orn",
        "terminate": "terminat:e,es,ed,ing,ion",
        "transfer": "transfer:,s,red,ring",
        "truncate": "truncat:e,es,ed,ing,ion",
        "turn": "turn:,s,ed,ing",
        "unpublish": "unpublish:,es,ed,ing",
        "wipe": "wip:e,es,ed,ing",
    }.items()
}

CLASSES = {
    # What a deletion destroys.
    "data": """rows? records? tables? databases? dbs? schemas? columns? collections? documents?
        ind(?:ex|exes|ices) data datasets? accounts? users? customers? tenants? members? files?
        folders? director(?:y|ies) dirs? buckets? blobs? objects? volumes? disks? drives?
        partitions? snapshots? backups? archives? clusters? namespaces? deployments? instances?
        vms? servers? hosts? machines? repos? repositor(?:y|ies) branch(?:es)? tags?
        histor(?:y|ies) commits? logs? messages? e?mails? orders? invoices? payments?
        transactions? subscriptions? profiles? photos? uploads? attachments? entries production
        prod stacks? resources? environments? workspaces? projects? organi[sz]ations? sessions?
        posts? queues? topics? events? contacts? leads? conversations? pii everything""",
    # "Remove" is the everyday word for editing code, so it needs a narrower object.
    "store": """rows? records? tables? databases? dbs? schemas? columns? collections? accounts?
        (?:users?|customers?|clients?|personal|production|prod|all|old|historical|existing)_data
        folders? director(?:y|ies) buckets? volumes? backups? partitions? clusters? everything
        (?:git|commit|audit)_histor(?:y|ies) the_files
        (?:all|every|inactive|expired|stale)_(?:files?|users?|customers?|messages?|logs?|orders?)""",
    "droppable": """tables? columns? databases? dbs? schemas? ind(?:ex|exes|ices) collections?
        views? partitions? constraints? keyspaces? tablespaces? rows? records? foreign_keys?
        (?:the|all|user|users|customer|production|old|existing|historical)_data production""",
    # The rest of what SQL drops is too common in prose to allow words between.
    "dropword": "users? roles? triggers? functions? procedures? sequences? extensions? it them",
    "truncatable": """tables? databases? dbs? collections? partitions? datasets? rows records data
        histor(?:y|ies) files? logs""",
    "table_name": "users orders customers accounts transactions payments invoices sessions",
    "host": """instances? servers? vms? clusters? nodes? hosts? machines? environments? fleets?
        production prod databases? dbs? stacks? infrastructure infra regions? datacenters?
        namespaces? droplets?""",
    "disk": "disks? drives? partitions? sd_?cards? usb_sticks? ssds? hdds? volumes?",
    "credential": """keys?(?!_(?:bindings?|frames?|press|map|repeat|values?|shortcuts?|states?)\\b)
        tokens?(?!_(?:buckets?|counts?|counters?|budget|usage|limits?|balance|streams?)\\b)
        secrets? credentials? creds passwords? passphrases? certs? certificates? apikeys?""",
    "people": """users? members? accounts? clients? people contacts? employees students? followers?
        players?""",
    "audience": "customers? subscribers? everyone everybody patients? donors? buyers?",
    "every": "all every each our existing active affected real impacted registered [0-9]+ entire",
    # A client is as often a program as a person; what it is sent tells which.
    "letter": "invoices? offers? quotes? contracts? e?mails? letters? surveys? reminders?",
    "mailing": """newsletters? campaigns? (?:mass|bulk|marketing)_(?:e?mails?|mailings?)
        email_blasts? press_releases?""",
    "payer": """customers? clients? cards? users? subscribers? accounts? buyers? payers? tenants?
        merchants? members? everyone everybody them invoices? subscriptions? fees? payments? people
        wallets? [0-9]+ now immediately upfront monthly annually yearly""",
    "billed": "customers? clients? cards? tenants? subscribers? users? accounts? they everyone",
    "mfa": "[m2]fa two_factor 2_factor two_step 2_step multi_factor multifactor [ht]?otp",
    "safeguard": """firewalls? branch_protections? deletion_protection encryption backups? waf
        audit_(?:logs?|logging|trail) (?:tls|ssl|certificate)_(?:verification|validation|checks?)
        authentication row_level_security rls csrf_protection selinux access_controls?""",
    "admin": """admins? administrators? root sudo superusers? super_(?:users?|admins?)
        owner(?:ship)? all_privileges full_access""",
    "rights": "access rights? privileges? permissions? roles? status powers?",
    "trunk": "main master trunk prod production (?:default|release)_branch",
    # "Main" and "master" in front of these are no branches.
    "trunk_noun": """css js ts py menu thread nav navigation layout window loop page content screen
        module file config bundle table view stylesheet component process data list template record
        detail key section panel class readme docs header footer heading title area column image
        photo quality readiness grade feed""",
    "broken": """compatibility compat (?:public_|rest_|http_)?apis? abi clients? callers? consumers?
        integrations? existing_\\w+""",
    "broker": "topics? queues? kafka redis channels? sns mqtt rabbitmq nats event_bus bus",
    "be": "is are be been being was were get gets got getting",
    "adverb": "all permanently also then immediately forcibly fully automatically silently now",
    # What is written about an operation; it follows nouns ("rollback plan", "key rotation policy").
    "writing": """plans? procedures? strateg(?:y|ies) polic(?:y|ies) playbooks? steps? support
        mechanisms? runbooks? guides? docs documentation checklists? tutorials? templates? notes?
        sections? scripts? drills? handling logic tooling tests? examples? schedules? intervals?""",
    # A part that is called by a verb which needs no object ("publish button").
    "part": """buttons? icons? dialogs? modals? menus? flows? endpoints? routes? handlers? hooks?
        callbacks? methods? animations? sounds? effects? shortcuts? confirmations? prompts?
        permissions? tests? flags? modes? options? commands? events? actions? lifecycle""",
}

# Parts of a program or its screen: "delete account button" names a button and deletes nothing. What
# people also store under the same name (notes, templates, links) is left out.
ARTEFACTS = """buttons? icons? page screens? form dialogs? modals? popups? menus? link flows?
    endpoints? routes? handlers? hooks? callbacks? methods? components? widgets? toasts? banner
    tooltips? tests? specs? animations? sound effects? shortcuts? ui ux wizard confirmations?
    prompts? permission placeholders? headers? headings? captions? cells? padding borders? styles?
    styling layout names? title label sorting pagination"""

# A gap never crosses these: they turn to another thing ("reset the form when a token expires"),
# deny the object ("delete no rows"), or are a harmless object ("delete trailing whitespace").
TURNS = """in on at for with when if by after before while because so to into onto until unless
    via per without as no not nothing never none instead but whitespaces? spaces? blanks? newlines?
    comments? imports? code lines? semicolons? variables? words? characters? punctuation todos?
    tests dependenc(?:y|ies) flags? warnings? prefix(?:es)? suffix(?:es)? css styles? html markup
    labels? strings? text titles? captions? buttons? icons? dialogs? endpoints? routes? handlers?
    shadows? down downs zones? target caps? helpers? propert(?:y|ies) attributes? params? typos?"""

ROWS: tuple[Row, ...] = (
    # ------------------------------------------------------------------ files
    Row(
        "recursive-removal",
        True,
        "removing files from a shell, recursive or forced, with flags in any order",
        "command",
        "rm",
        r"""
        <rm>\s*-[a-z]*[rf]
        <rm>\s+(?:[^\s;|&]+\s+){0,6}?-{1,2}[a-z]
        <rm>\s+(?:[~/.$][^\s;|&]|\*)
        """,
        "sudo rm -R --force build/",
    ),
    Row(
        "recursive-removal",
        True,
        "removing files on Windows",
        "command",
        "del erase rd rmdir deltree item ri",
        r"""
        \b(?:del|erase|rd|rmdir)\s+(?:[^\s;|&]+\s+){0,4}?/[sqf]\b
        \bdeltree\b
        \b(?:remove-item|ri)\s<args>-(?:r|fo)
        """,
        "Remove-Item -Recurse -Force .\\dist",
    ),
    Row(
        "recursive-removal",
        True,
        "removing files by a library call or a tool that walks a tree",
        "command",
        "rm find xargs rmtree rimraf removedirs rmsync unlink unlinksync shred srm rsync remove "
        "rmdir fs",
        r"""
        \bfind\s<args>-(?:delete\b|exec(?:dir)?\s+(?:sudo\s+)?(?:rm|shred|unlink)\b)
        \bxargs\s<args>\b(?:rm|shred|unlink)\b
        \b(?:rmtree|rimraf|removedirs|rm_rf|rm_r|rmsync|unlinksync)\b
        \bfs\.(?:promises\.)?rm(?:dir)?(?:sync)?\b
        \bos\.(?:remove|unlink|rmdir)\b
        \.unlink\b
        \b(?:shred|srm)\s
        \brsync\s<args>--del
        """,
        "find . -name '*.bak' -delete",
    ),
    Row(
        "recursive-removal",
        True,
        "the same, said in prose",
        "words",
        "recursively recursive delete remove deletion removal",
        r"""
        recursive(?:ly)? (?:forced? )?(?:<delete>|<remove>|deletion|removal)\b
        (?:<delete>|<remove>) <gap4>(?:recursively|permanently|forever|irreversibly|for good)\b
        (?:permanent|irreversible|forced) (?:deletion|removal)<not_ui>
        (?:permanently|irreversibly|force|hard) (?:<delete>|<remove>|removal)<not_ui>
        """,
        "recursively delete the build tree",
    ),
    # ------------------------------------------------------------------- data
    Row(
        "sql-drop",
        True,
        "dropping a table, a column, an index, a database or what is in them",
        "words",
        "drop",
        r"""
        (?<!drag and )(?<!drag )(?<!loot )(?<!item )<act_drop>,? <gap5><droppable><not_ui>
        <act_drop> (?:if exists |the |all )?<dropword>\b(?! (?:agents?|ids?|input))<not_ui>
        """,
        "drop the legacy orders table",
    ),
    Row(
        "sql-drop",
        True,
        "the same as one word or command",
        "words",
        "dropdb dropdatabase droptable dropcolumn dropcollection dropindex dropschema dropall "
        "mysqladmin",
        r"""
        drop(?:db|database|table|column|collection|index|schema|all)\b
        mysqladmin drop\b
        """,
        "db.dropDatabase()",
    ),
    Row(
        "sql-truncate",
        True,
        "emptying a table or a file; cutting a text to length is not meant",
        "words",
        "truncate",
        r"""
        <act_truncate>,? (?:of )?<gap5><truncatable><not_ui>
        <act_truncate> (?:\w+ )?<table_name><not_ui>
        truncate \w+ cascade\b
        """,
        "truncate the old audit tables",
    ),
    Row(
        "sql-truncate",
        True,
        "TRUNCATE without the word table, and the shell's truncate",
        "command",
        "truncate",
        r"""
        \btruncate\s+(?:only\s+)?[\w.]+\s*(?:;|cascade\b|restart\b)
        \btruncate\s+(?:-s|--size)
        """,
        "TRUNCATE users;",
    ),
    Row(
        "delete-data",
        True,
        "deleting stored things: rows, files, accounts, backups, branches, machines",
        "words",
        "delete erase prune rid",
        r"""
        (?<!soft )(?<!\bon~ )(?:<act_delete>|<act_erase>|<act_prune>),? <gap8><data><not_ui>
        (?<!soft )(?<!\bon~ )(?:<delete>|<erase>) from\b
        (?:get|gets|got|getting) rid of <gap5><data><not_ui>
        """,
        "delete all the old rows from the users table",
    ),
    Row(
        "delete-data",
        True,
        "deleting what was spoken of before",
        "words",
        "delete",
        r"""
        (?<!soft )(?<!\bon~ )(?:delete|deletes|deleting) (?:it|them|those|these|all of|now)\b
        <start>(?:hard )?delete<end>
        """,
        "delete them",
    ),
    Row(
        "delete-data",
        True,
        "deletion as a noun",
        "words",
        "deletion deletions erasure",
        r"""
        <data> (?:deletions?|erasure)<not_ui><not_doc>
        (?:deletions?|erasure) of <gap4><data><not_ui>
        (?:mass|bulk) deletions?\b
        """,
        "deletion of inactive accounts",
    ),
    Row(
        "delete-data",
        True,
        "stored things that are deleted, dropped, removed or truncated",
        "words",
        "deleted dropped removed truncated",
        r"""
        <data>,? <gap3><be> (?:<adverb> )?(?:deleted|dropped|truncated)\b
        <store>,? <gap3><be> (?:<adverb> )?removed\b
        """,
        "old rows are permanently deleted",
    ),
    Row(
        "delete-data",
        True,
        "removing or clearing out stored things",
        "words",
        "remove removal clear empty clean flush",
        r"""
        (?:<act_remove>|removal of) <gap3><store><not_ui>
        <clean> (?:up|out) <gap3>(?:rows|records|backups|snapshots|accounts)<not_ui>
        <flush> <gap4>(?:redis|databases?|dbs?)<not_ui>
        <clear> (?:out )?(?:the |all )<gap2>(?:databases?|buckets?|records|tables|rows|data)<not_ui>
        <empty> (?:out )?(?:the |all )<gap3>(?:databases?|buckets?|tables?|queues?)<not_ui>
        <empty> (?:out )?the <gap2>(?:trash|(?:recycle )?bin)<not_ui>
        """,
        "remove all records of closed accounts",
    ),
    Row(
        "delete-data",
        True,
        "bulk deletion by a library call or a cache server",
        "words",
        "deletemany deleteall flushall flushdb removeall deleteobjects deletedatabase",
        r"(?:deletemany|deleteall|removeall|flushall|flushdb|deleteobjects|deletedatabase)\b",
        "users.deleteMany({})",
    ),
    Row(
        "delete-data",
        True,
        "the same by a method without arguments, or one that names all",
        "command",
        "delete drop truncate",
        r"\.(?:delete|drop|truncate)(?:\(\)|_(?:all|many)\b)",
        "User.objects.all().delete()",
    ),
    Row(
        "database-reset",
        True,
        "starting a database or a device over",
        "words",
        "reset recreate reinitialize reinitialise db fresh flyway factory",
        r"""
        (?:<reset>|<recreate>|reinitiali[sz]e) <gap3>(?:databases?|dbs?|schemas?|clusters?)<not_ui>
        (?:<reset>|<recreate>|reinitiali[sz]e) <gap3>(?:production|prod|warehouse)<not_ui>
        (?:db|database|migrate) (?:reset|fresh|drop|refresh)\b
        flyway clean\b
        factory reset\b
        """,
        "rails db:reset",
    ),
    Row(
        "data-loss",
        True,
        "losing data, said as such",
        "words",
        "lose loss",
        r"""
        <lose> <gap3>(?:data|rows|records|histor(?:y|ies)|commits|work)\b
        (?:data|rows|records|history|commits|sessions) <gap2><be> (?:<adverb> )?lost\b
        data loss(?! (?:bugs?|issues?|reports?)\b)<not_doc>
        """,
        "existing data is lost",
    ),
    # ----------------------------------------------- words that need no object
    Row(
        "destroy",
        True,
        "destroying; terraform, pulumi, cdk and vagrant destroy among it",
        "words",
        "destroy obliterate nuke",
        r"""
        <destroy><not_part>(?! (?:enem(?:y|ies)|asteroids?|bricks?|blocks?|sprites?|bullets?)\b)
        (?:<obliterate>|<nuke>)<not_part>
        """,
        "terraform destroy -auto-approve",
    ),
    Row(
        "wipe",
        True,
        "wiping or erasing",
        "words",
        "wipe erase wipefs blow blows blowing",
        r"""
        (?:<wipe>|wipefs)<not_part>(?! (?:transitions?|gestures?)\b)
        <erase> (?:the|all|every|everything|it|them|user|customer)\b
        blow(?:s|ing)? away\b
        """,
        "wipe the staging disk",
    ),
    Row(
        "purge",
        True,
        "purging",
        "words",
        "purge expunge",
        "(?:<purge>|<expunge>)<not_part>",
        "purge it",
    ),
    Row(
        "overwrite",
        True,
        "writing over what is there",
        "words",
        "overwrite clobber write",
        r"""
        (?:<overwrite>|<clobber>)<not_part>
        write over (?:the|existing|all)\b
        """,
        "overwrite the existing configuration",
    ),
    # Not destructive: ADQ-4 counts a rollback among the safeguards.
    Row(
        "roll-back",
        False,
        "rolling back a release, a migration, a change",
        "words",
        "roll rollback",
        r"""
        <roll> <gap4>back\b<not_doc>
        (?<!with~ )(?<!add )(?<!transaction )(?<!support )<rollback><not_ui><not_doc>(?! on\b)
        """,
        "roll the release back to 1.4",
    ),
    # -------------------------------------------------------------------- git
    Row(
        "force-push",
        True,
        "pushing over, or deleting, the history others have",
        "command",
        "push",
        r"""
        \bpush\s<args>(?:-[a-z]*f[a-z]*(?![\w-])|-{1,2}(?:force|mirror)\b|\+[\w/])
        <git>push\s<args>(?:-d\s|--delete\b|--prune\b|:[\w/])
        """,
        "git push origin main -f",
    ),
    Row(
        "force-push",
        True,
        "the same, said in prose",
        "words",
        "push forcepush",
        r"""
        <force> (?:the |a |this )?<push><not_ui>
        forcepush(?:ed|es|ing)?\b
        <push> <gap3>(?:with )?(?:force|forced|forcefully|forcibly)<not_ui>
        """,
        "force-push the branch",
    ),
    Row(
        "rewrite-history",
        True,
        "changing commits that exist",
        "words",
        "filter reflog rewrite bfg gc",
        r"""
        filter (?:branch|repo)\b
        reflog (?:expire|delete)\b
        gc prune\b
        <rewrite> <gap3>histor(?:y|ies)\b
        bfg (?:repo|delete|strip)
        """,
        "git filter-repo --path secrets.env --invert-paths",
    ),
    # "branch -d" refuses unmerged work and "-D" does not, but the case of a flag is soon lost.
    Row(
        "discard-work",
        True,
        "throwing uncommitted or unmerged work away with git",
        "command",
        "reset clean checkout restore branch switch stash tag worktree update",
        r"""
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
        """,
        "git reset --hard HEAD~3",
    ),
    Row(
        "discard-work",
        True,
        "the same, said in prose",
        "words",
        "reset discard throw throws throwing",
        r"""
        hard <reset><not_ui>
        <reset> hard\b
        (?:<discard>|throw(?:s|ing)? away) <gap3>(?:local|uncommitted|unstaged|unmerged|unpushed)\b
        """,
        "discard all uncommitted changes",
    ),
    # ------------------------------------------------------------------ hosts
    Row(
        "infra-delete",
        True,
        "deleting what runs in a cluster or a cloud, by its command line",
        "command",
        "kubectl oc helm gcloud az aws gsutil doctl heroku flyctl eksctl gh glab firebase vercel "
        "netlify docker podman hcloud supabase terraform tofu pulumi",
        r"""
        <cloud>(?:\s+[\w:./=-]+){0,5}?\s+(?:\w+:)?(?:delete|destroy|terminate|rm|rb|rmi)\b
        <cloud>(?:\s+[\w:./=-]+){0,5}?\s+(?:\w+:)?(?:purge|uninstall|drain|prune|--?destroy|--?prune)\b
        \bdocker(?:-|\s+)compose\s<args>\bdown\s<args>(?:-v\b|--volumes\b)
        """,
        "kubectl -n prod delete deployment api",
    ),
    Row(
        "host-shutdown",
        True,
        "terminating, decommissioning or shutting down machines and environments",
        "words",
        "terminate decommission deprovision shut shutdown tear teardown power poweroff",
        r"""
        (?:<terminate>|<decommission>|<deprovision>) (?:of )?<gap4><host><not_ui>
        (?<!graceful )(?<!gracefully )(?:<shut> down|<shutdown>) (?:of )?<gap4><host><not_ui>
        (?:<tear> down|teardown|power(?:ing)? off|poweroff) (?:of )?<gap4><host><not_ui>
        (?:<shut>|<tear>) <gap4><host> down\b
        <host> <gap2><be> (?:<adverb> )?(?:terminated|decommissioned|shut down|torn down)\b
        shutdown [hrps] (?:now|[0-9])
        """,
        "terminate the old instances",
    ),
    Row(
        "disk-format",
        True,
        "making a file system or writing to a raw device",
        "command",
        "mkfs newfs dd format wipefs fdisk sgdisk parted lvremove vgremove pvremove luksformat "
        "blkdiscard diskpart dev",
        r"""
        \b(?:mkfs|newfs|wipefs|lvremove|vgremove|pvremove|luksformat|blkdiscard|diskpart)\b
        \bdd\s<args>of=
        \b(?:fdisk|sgdisk|parted)\s<args>/dev/
        \bformat\s+[a-z]:(?!\w)
        >\s*/dev/(?:sd|nvme|hd|vd|disk)
        """,
        "dd if=/dev/zero of=/dev/sda bs=1M",
    ),
    Row(
        "disk-format",
        True,
        "formatting a disk",
        "words",
        "format reformat repartition",
        r"(?:<format>|<reformat>|<repartition>) <gap3><disk><not_ui>"
        r"(?! (?:usage|space|sizes?|metrics?|stats|as|in|numbers?|letters?|sliders?)\b)",
        "format the data disk",
    ),
    # ----------------------------------------------------- access and secrets
    Row(
        "credential-change",
        False,
        "revoking, resetting or rotating a key, token, secret, credential or password",
        "words",
        "revoke reset rotate invalidate regenerate",
        r"""
        (?<!password )(?:<act_revoke>|<reset>|<act_rotate>),? (?:of )?<gap4><credential><not_ui>
        (?:<act_invalidate>|<act_regenerate>),? (?:of )?<gap4><credential><not_ui>
        <act_revoke>,? (?:of )?<gap3>(?:access|sessions?|grants?|privileges)<not_ui>
        <invalidate>,? (?:of )?(?:all|every) <gap3>sessions?\b
        """,
        "rotate the production API keys",
    ),
    Row(
        "credential-change",
        False,
        "the same with the secret first",
        "words",
        "revoke rotate reset resets invalidated regenerated",
        r"""
        <credential> (?:revocation|rotations?|resets?)<not_ui><not_doc><not_mail>
        <credential>,? <gap3><be> (?:<adverb> )?(?:revoked|rotated|reset|invalidated|regenerated)\b
        """,
        "all tokens are revoked",
    ),
    Row(
        "disable-mfa",
        False,
        "switching a second factor off",
        "words",
        "mfa 2fa factor multifactor otp totp hotp step",
        r"""
        (?:<disable>|<turn> off|<switch> off|disabling of) <gap5><mfa>\b<not_ui>
        (?:<remove>|<drop>|<bypass>|<deactivate>|<skip>) <gap5><mfa>\b<not_ui>
        (?:<turn>|<switch>) <gap4><mfa> <any2>off\b
        <mfa> <any2><be> (?:disabled|turned off|switched off|removed|bypassed)\b
        """,
        "disable MFA for the service account",
    ),
    Row(
        "disable-safeguard",
        False,
        "switching a protection off",
        "words",
        "firewall firewalls protection protections encryption backup backups waf audit tls ssl "
        "certificate authentication security rls csrf selinux access",
        r"(?:<disable>|<turn> off|<switch> off|<deactivate>|<bypass>) <gap4><safeguard><not_ui>",
        "turn off branch protection",
    ),
    Row(
        "grant-admin",
        False,
        "giving somebody administrator rights",
        "words",
        "admin admins administrator administrators root sudo sudoers superuser superusers owner "
        "owners ownership privileges super access",
        r"""
        <grant> <any5><admin><not_ui>
        (?:<give>|<assign>|<elevate>) <gap5><admin> <rights>\b<not_ui>
        <add> <gap3><admin> <rights> (?:to|for)\b
        (?:<promote>|<elevate>) <any5>to (?:an? |the )?<admin>\b
        <make> (?!sure|certain)<some4>an? (?:org |site |system |global )?<admin>\b
        <make> (?!sure|certain)<some4>(?:admins|superusers|owners)(?:<end>|(?= (?:of|on|in|for)\b))
        <add> <some4>to (?:the )?(?:admins?|administrators|sudoers|owners)<not_ui>
        """,
        "grant Bob admin",
    ),
    Row(
        "make-public",
        False,
        "showing to everybody what was private",
        "words",
        "public publicly open",
        r"""
        <make> <gap4>(?:repos?|repository|buckets?|datasets?|data|code) (?:\w+ )?public(?:ly)?\b
        open (?:source|sourcing) (?:the|our|this)\b
        """,
        "make the repository public",
    ),
    # -------------------------------------------------- money and other people
    Row(
        "charge",
        False,
        "taking money",
        "words",
        "charge bill debit",
        r"""
        (?<!\bin~ )(?:<charge>|<debit>),? <gap4><payer><not_ui>(?! (?:minutes?|seconds?|percent)\b)
        <bill> (?:the |all |our |every )?<gap2>(?!they)<billed><not_ui>
        <billed> <gap2><be> (?:<adverb> )?(?:charged|billed|debited)\b
        stripe charges? create\b
        <start>charge (?:the|all|every|each|their|our|his|her|twice|again)\b
        """,
        "charge the saved card",
    ),
    Row(
        "move-money",
        False,
        "refunding, capturing or transferring money",
        "words",
        "refund capture transfer wire disburse",
        r"""
        <refund> <gap3>(?:customers?|orders?|payments?|everyone|users|cards?)<not_ui>
        <capture> <gap3>(?:payments?|funds)<not_ui>
        (?:<transfer>|wire|disburse) <gap3>(?:money|funds)<not_ui>
        """,
        "refund all affected orders",
    ),
    Row(
        "send-to-customers",
        False,
        "writing to people outside; what was sent cannot be called back",
        "words",
        "send email notify mail mailing sms text message announce blast launch",
        r"""
        <send>,? <any6>to <any3>(?:<audience>|<every> <any2><people>)<not_ui>
        <send>,? <any3><letter> (?:out )?to <any3>clients?<not_ui>
        <send> (?:the |all |our |every |these |out )?(?:<audience>|<every> <people>)<not_ui>
        (?:<email>|<notify>|mail|mailing|sms) <whom>(?:<audience>|<every> <any2><people>)<not_ui>
        (?:text|message|announce(?: it)? to) <whom>(?:<audience>|<every> <any2><people>)<not_ui>
        (?:<send>|launch|blast) (?:out )?<any3><mailing><not_ui>
        """,
        "email all users about the outage",
    ),
    Row(
        "publish",
        False,
        "putting something out where others can take it; a message on a bus is not meant",
        "words",
        "publish published unpublish",
        r"(?<!pre )(?<!\bon~ )<publish><not_part>"
        r"(?! <gap3>(?:messages?|metrics?|notifications?|telemetry|payloads?|events?)\b)"
        r"(?! <any3>to (?:the |a |an )?(?:\w+ )?<broker>\b)"
        r"(?! (?:(?:and )?subscribe|dates?|status|states?|calendars?|pipelines?|workflows?)\b)"
        r"(?! (?:queues?|schedules?|house|platforms?|tools?|times?|jobs?)\b)"
        "\n"
        r"""
        <be> (?:<adverb> )?published\b
        <unpublish> (?:the|all|from|version|package)\b
        """,
        "npm publish",
    ),
    Row(
        "publish",
        False,
        "uploading or submitting a release",
        "words",
        "twine gem docker store release releasing",
        r"""
        (?:twine upload|gem push|docker push|gh release create)\b
        submit(?:ting)? <any4>to (?:the )?(?:app|play|chrome web) store\b
        cut(?:ting)? (?:a|the) (?:\w+ )?release\b
        releas(?:e|ing) <any4>to (?:npm|pypi|maven|crates|rubygems|nuget|the (?:app|play) store)\b
        releas(?:e|ing) <any4>to (?:the public|(?:all )?(?:customers|users))\b
        """,
        "twine upload dist/*",
    ),
    Row(
        "merge-to-main",
        False,
        "merging or pushing to the branch others build on",
        "words",
        "merge push land commit",
        r"""
        (?:<merge>|<push>|<land>|<commit>),? <any6>(?:in)?to (?:the |our |origin )?<trunk><not_noun>
        (?:<merge>|<land>|<commit>) <any4>(?:onto|on|in) (?:the )?(?:main|master|trunk)<not_noun>
        """,
        "merge the branch into main",
    ),
    # ------------------------------------------------------ contracts and shape
    Row(
        "schema-migration",
        False,
        "changing the shape of stored data",
        "words",
        "migrate migration migrations alter schema alembic column columns primary db tables table",
        r"""
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
        """,
        "run the schema migration",
    ),
    Row(
        "breaking-change",
        False,
        "breaking what others rely on",
        "words",
        "break incompatible incompatibility incompatibilities incompatibly support public api",
        r"""
        breaking <any2>changes?<not_ui><not_doc>(?! (?:logs?|detectors?|checkers?|lists?)\b)
        (?:backwards?|api|abi|wire) incompatib\w+
        incompatible (?:\w+ )?changes?\b
        <break> <gap3><broken><not_ui>
        (?:<drop>|<remove>|end|ending) <gap4>support\b(?! (?:button|link|page|chat|email)s?\b)
        (?:<remove>|<change>|<rename>) <gap3>public (?:\w+ )?(?:apis?|endpoints?|interfaces?)\b
        (?:<remove>|<change>|<rename>) <gap3>public (?:\w+ )?(?:methods?|contracts?|fields?)\b
        <change> <gap2>api (?:contracts?|signatures?|responses?)\b
        """,
        "ship a breaking change",
    ),
    Row(
        "data-model-change",
        False,
        "changing what the data means",
        "words",
        "model models",
        r"""
        (?:data|domain|storage) models? (?:changes?|migrations?|rewrites?)<not_ui><not_doc>
        (?:data|domain|storage) models? (?:overhauls?|redesigns?|refactors?)<not_ui><not_doc>
        (?:<change>|<alter>|<modify>|<redesign>|<restructure>) (?:of )?<gap3>data models?<not_ui>
        (?:<rewrite>|<rework>|<overhaul>|<replace>|<break>) (?:of )?<gap3>data models?<not_ui>
        (?:<change>|<alter>|<modify>) <any6>(?:to|of|in) (?:the |our )?(?:\w+ )?data models?<not_ui>
        (?:changes|alterations) (?:to|of|in) <gap3>data models?<not_ui>
        """,
        "change the data model",
    ),
    Row(
        "license-change",
        False,
        "changing the license others received the work under",
        "words",
        "license licence relicense",
        r"""
        <relicense>\b
        (?:<change>|<switch>|<replace>) <gap3>licen[cs]e<not_ui>(?! (?:keys?|plates?|years?)\b)
        """,
        "relicense the project",
    ),
    Row(
        "said-irreversible",
        False,
        "the text itself says that there is no way back",
        "words",
        "irreversible irreversibly irrevocable irrevocably irrecoverable irrecoverably "
        "unrecoverable undone undo recovered reversed restored return door",
        r"""
        (?:irreversibl[ey]|irrevocabl[ey]|irrecoverabl[ey]|unrecoverable)\b(?! errors?\b)
        (?:cannot|cant|not|never) be (?:easily )?(?:undone|recovered|reversed|restored)\b
        (?:no|without) (?:way to )?undo\b
        point of no return\b
        one way door\b
        """,
        "this cannot be undone",
    ),
)

_SPACE = "[~^%]*+ "  # the marks of the word before come first
_SAME_LINE = "[~^]*+ "

# "Deleted rows" is a deed at the start of a clause, behind who did it, or before an article;
# elsewhere ("show deleted rows") it only says which rows.
_DOERS = ("we", "i", "they", "it", "and", "then", "that", "has", "have", "had", "script", "job")
_DID = "|".join(("(?<![^\n])", "(?<=% )", *(rf"(?<=\b{doer} )" for doer in _DOERS)))
_ARTICLES = rf"(?={_SPACE}(?:the|a|all|every|our|both|these|those|its|their|everything)\b)"

_PIECES = {
    "args": r"(?:[^;|&]{0,160}?(?<!\S))",
    "rm": r"(?<![\w-])(?<!npm )(?<!yarn )rm(?!(?: -\S+){0,3}? --cached)",
    "git": r"\bgit(?:\s+-\S+(?:\s+[^\s-]\S*)?){0,3}?\s+",
    "cloud": r"\b(?:kubectl|oc|helm|gcloud|az|aws|gsutil|doctl|heroku|flyctl|eksctl|gh|glab"
    r"|firebase|vercel|netlify|hcloud|supabase|docker|podman|terraform|tofu|pulumi)",
    "start": "(?:^|(?<=% ))",
    "end": "(?=%|$)",
    "some4": r"(?:\w++ ){1,4}?",
    "whom": rf"(?:(?:the|our|these|those){_SPACE})?(?:(?!when\b)\w++ )??",
    "not_ui": rf"\b(?!{_SAME_LINE}(?:(?!(?:and|or|from|the|then|a|of|are|is|that)\b)\w++ ){{0,2}}"
    r"\w++,?~?\^)",
    "not_part": rf"\b(?!{_SAME_LINE}<part>\b)",
    "not_doc": rf"\b(?!{_SAME_LINE}<writing>\b)",
    "not_noun": rf"\b(?!{_SAME_LINE}<trunk_noun>\b)",
    "not_mail": rf"\b(?!{_SAME_LINE}(?:tokens?|e?mails?|links?|codes?|requests?|urls?)\b)",
}


def any_of(words: str) -> str:
    """An alternation of the words of a list."""
    return f"(?:{'|'.join(words.split())})"


def _piece(found: re.Match[str]) -> str:
    name, count = found[1], found[2]
    if name == "gap":
        return rf"(?:\w++,?%? ){{0,{count}}}"
    if name == "any":
        return rf"(?:(?!(?:no|not|never|nothing|without|instead)\b)\w++,?{_SPACE}){{0,{count}}}?"
    if name + count in _PIECES:
        return _fill(_PIECES[name + count])
    if name in FAMILIES:
        return any_of(" ".join(FAMILIES[name]))
    if name.startswith("act_"):
        forms = FAMILIES[name.removeprefix("act_")]
        past = any_of(" ".join(form for form in forms if form.endswith("ed")))
        other = any_of(" ".join(form for form in forms if not form.endswith("ed")))
        return f"(?:{other}|(?:{_DID}){past}|{past}{_ARTICLES})"
    return any_of(CLASSES[name]).replace("(?!_", f"(?!{_SAME_LINE}").replace("_", _SPACE)


def _fill(pattern: str) -> str:
    return re.sub(r"<([a-z_]+)(\d?)>", _piece, pattern)


def _space(found: re.Match[str]) -> str:
    return _SPACE if found[0] == " " else f"(?!{_SAME_LINE}"


def _line(line: str, form: Form) -> str:
    if form == "command":
        return _fill(line)
    # A look-behind has a fixed width: the rows write its marks themselves.
    parts = re.split(r"(\(\?<!.*?\))", line)
    parts[::2] = [re.sub(r"\(\?! | ", _space, part) for part in parts[::2]]
    return r"\b" + _fill("".join(parts))


def expand(row: Row) -> str:
    """The regular expression a row's pattern stands for."""
    lines = (line.strip() for line in row.pattern.splitlines())
    return "|".join(_line(line, row.form) for line in lines if line)


def trigger_words(row: Row) -> tuple[str, ...]:
    """Every word, inflections included, one of which must be seen before the row is tried."""
    return tuple(form for word in row.triggers.split() for form in FAMILIES.get(word, (word,)))
