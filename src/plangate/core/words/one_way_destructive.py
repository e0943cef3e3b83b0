"""Rows of the word net for what destroys data, files, hosts or history (PREF-2, ADQ-4)."""

from __future__ import annotations

from plangate.core.words.one_way_patterns import OneWayRow

DESTRUCTIVE_ROWS: tuple[OneWayRow, ...] = (
    # ------------------------------------------------------------------ files
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
        "delete-data",
        True,
        "removing or clearing out stored things",
        "words",
        "remove removal clear empty clean flush",
        r"""
        (?:<act_remove>|removal of)(?! <any2>(?:empty|temporary|temp|tmp)\b) <gap3><store><not_ui>
        <clean> (?:up|out) <gap3>(?:rows|records|backups|snapshots|accounts)<not_ui>
        <flush> <gap4>(?:redis|databases?|dbs?)<not_ui>
        <clear> (?:out )?(?:the |all )<gap2>(?:databases?|buckets?|records|tables|rows|data)<not_ui>
        <empty> (?:out )?(?:the |all )<gap3>(?:databases?|buckets?|tables?|queues?)<not_ui>
        <empty> (?:out )?the <gap2>(?:trash|(?:recycle )?bin)<not_ui>
        """,
        "remove all records of closed accounts",
    ),
    OneWayRow(
        "delete-data",
        True,
        "bulk deletion by a library call or a cache server",
        "words",
        "deletemany deleteall flushall flushdb removeall deleteobjects deletedatabase",
        r"(?:deletemany|deleteall|removeall|flushall|flushdb|deleteobjects|deletedatabase)\b",
        "users.deleteMany({})",
    ),
    OneWayRow(
        "delete-data",
        True,
        "the same by a method without arguments, or one that names all",
        "command",
        "delete drop truncate",
        r"\.(?:delete|drop|truncate)(?:\(\)|_(?:all|many)\b)",
        "User.objects.all().delete()",
    ),
    OneWayRow(
        "database-reset",
        True,
        "starting a database or a device over",
        "words",
        "reset recreate reinitialize reinitialise db fresh flyway factory restore",
        r"""
        (?:<reset>|<recreate>|reinitiali[sz]e) <gap3>(?:databases?|dbs?|schemas?|clusters?)<not_ui>
        (?:<reset>|<recreate>|reinitiali[sz]e) <gap3>(?:production|prod|warehouse)<not_ui>
        (?:db|database|migrate) (?:reset|fresh|drop|refresh)\b
        flyway clean\b
        <restore> <gap4>(?:production|prod|live) (?:databases?|dbs?|data)<not_ui>
        factory reset\b
        """,
        "rails db:reset",
    ),
    OneWayRow(
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
    OneWayRow(
        "gone-for-good",
        True,
        "what is gone for good, in everyday words",
        "words",
        "good ever forever permanently irretrievably irrecoverably all gone",
        r"""
        <gone>,? <gap3><for_ever>\b
        <for_ever> (?:<be> )?<gone><not_ui>
        (?:goes|go|going|disappears?|vanish(?:es)?|thrown? away) <for_ever>\b
        <data>,? <gap4><be> (?:<adverb> )?gone\b(?! (?:through|over|wrong)\b)
        (?:<wipe>|<erase>|<purge>|<clear>|<empty>|<drop>|<discard>|<remove>|<delete>) \
            <gap5><for_ever>\b
        (?:throw|throws|throwing|threw) (?:away|out) <gap5><for_ever>\b
        """,
        "after thirty days their posts are gone for good",
    ),
    OneWayRow(
        "gone-for-good",
        True,
        "throwing stored things away, shredding or scrubbing them",
        "words",
        "throw throws throwing threw thrown shred scrub",
        r"""
        (?:throw|throws|throwing|threw) (?:away|out) <gap4><store><not_ui>
        (?:throw|throws|throwing|threw) (?:(?:the|all|our|their|old|every) )<gap3><store> (?:away|\
            out)\b
        <store>,? <gap3><be> thrown (?:away|out)\b
        (?:<act_shred>|<act_scrub>) <gap4>(?:<store>|archives?|documents?|drives?|disks?)<not_ui>
        """,
        "throw away the old customer records",
    ),
    OneWayRow(
        "anonymise",
        True,
        "taking away who somebody was; nobody can put it back",
        "words",
        "anonymise",
        r"<act_anonymise>,? <gap5>(?:<store>|users?|customers?|profiles?|members?|people)<not_ui>"
        r"(?! (?:in|for) (?:logs?|tests?|staging|analytics|reports?)\b)",
        "anonymise every account that was closed",
    ),
    # ----------------------------------------------- words that need no object
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
        "purge",
        True,
        "purging",
        "words",
        "purge expunge",
        r"(?<!cache )(?<!cdn )(?:<purge>|<expunge>)<not_part>"
        r"(?! <gap2>(?:caches?|cdn|keys?|css)\b)",
        "purge it",
    ),
    OneWayRow(
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
    # -------------------------------------------------------------------- git
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
        "infra-delete",
        True,
        "deleting what runs in a cluster or a cloud, by its command line",
        "command",
        "kubectl oc helm gcloud az aws gsutil doctl heroku flyctl eksctl gh glab firebase vercel "
        "netlify docker podman hcloud supabase terraform tofu pulumi",
        r"""
        <cloud>(?:\s+[\w:./=-]+){0,5}?\s+(?:\w+:)?(?:delete|destroy|terminate|rm|rb|rmi)\b
        <cloud>(?:\s+[\w:./=-]+){0,5}?\s+(?:\w+:)?(?:purge|uninstall|drain|prune|--?destroy|\
            --?prune)\b
        \bdocker(?:-|\s+)compose\s<args>\bdown\s<args>(?:-v\b|--volumes\b)
        """,
        "kubectl -n prod delete deployment api",
    ),
    OneWayRow(
        "host-shutdown",
        True,
        "terminating, decommissioning or shutting down machines and environments",
        "words",
        "terminate decommission deprovision shut shutdown tear teardown power poweroff turn switch",
        r"""
        (?:<terminate>|<decommission>|<deprovision>) (?:of )?<gap4><host><not_ui>
        (?<!graceful )(?<!gracefully )(?:<shut> down|<shutdown>) (?:of )?<gap4><host><not_ui>
        (?:<tear> down|teardown|power(?:ing)? off|poweroff) (?:of )?<gap4><host><not_ui>
        (?:<shut>|<tear>) <gap4><host> down\b
        (?:<turn>|<switch>) off <gap4>(?:servers?|vms?|clusters?|hosts?|machines?|prod|\
            production)<not_ui>
        <host> <gap2><be> (?:<adverb> )?(?:terminated|decommissioned|shut down|torn down)\b
        shutdown [hrps] (?:now|[0-9])
        """,
        "terminate the old instances",
    ),
    OneWayRow(
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
    OneWayRow(
        "disk-format",
        True,
        "formatting a disk",
        "words",
        "format reformat repartition",
        r"(?:<format>|<reformat>|<repartition>) <gap3><disk><not_ui>"
        r"(?! (?:usage|space|sizes?|metrics?|stats|as|in|numbers?|letters?|sliders?)\b)",
        "format the data disk",
    ),
)
