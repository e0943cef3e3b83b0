"""Frozen: oneway_words.py of edition 1, for replaying old logs only (REC-2).

The vocabulary of PREF-2's word net: families of word forms, and classes of things."""

from __future__ import annotations

# name=stem:endings; an empty ending is the stem itself.
_FAMILIES = """
    add=add:,s,ed,ing alter=alter:,s,ed,ing,ation,ations assign=assign:,s,ed,ing bill=bill:,s,ed,ing
    break=br:eak,eaks,eaking,oke,oken bypass=bypass:,es,ed,ing capture=captur:e,es,ed,ing
    change=chang:e,es,ed,ing charge=charg:e,es,ed,ing clean=clean:,s,ed,ing clear=clear:,s,ed,ing
    clobber=clobber:,s,ed,ing commit=commit:,s,ted,ting deactivate=deactivat:e,es,ed,ing
    debit=debit:,s,ed,ing decommission=decommission:,s,ed,ing delete=delet:e,es,ed,ing
    deprovision=deprovision:,s,ed,ing destroy=destr:oy,oys,oyed,oying,uction
    disable=disabl:e,es,ed,ing discard=discard:,s,ed,ing drop=drop:,s,ped,ping
    elevate=elevat:e,es,ed,ing email=email:,s,ed,ing empty=empt:y,ies,ied,ying
    erase=eras:e,es,ed,ing expunge=expung:e,es,ed,ing flush=flush:,es,ed,ing force=forc:e,es,ed,ing
    format=format:,s,ted,ting give=g:ive,ives,iving,ave,iven grant=grant:,s,ed,ing
    invalidate=invalidat:e,es,ed,ing,ion land=land:,s,ed,ing lose=los:e,es,ing,t
    make=ma:ke,kes,king,de merge=merg:e,es,ed,ing migrate=migrat:e,es,ed,ing
    modify=modif:y,ies,ied,ying notify=notif:y,ies,ied,ying nuke=nuk:e,es,ed,ing
    obliterate=obliterat:e,es,ed,ing overhaul=overhaul:,s,ed,ing
    overwrite=overwr:ite,ites,iting,itten,ote promote=promot:e,es,ed,ing prune=prun:e,es,ed,ing
    publish=publish:,es,ing purge=purg:e,es,ed,ing push=push:,es,ed,ing recreate=recreat:e,es,ed,ing
    redesign=redesign:,s,ed,ing reformat=reformat:,s,ted,ting refund=refund:,s,ed,ing
    regenerate=regenerat:e,es,ed,ing relicense=relicen:se,ses,sed,sing,ce,ces
    remove=remov:e,es,ed,ing rename=renam:e,es,ed,ing repartition=repartition:,s,ed,ing
    replace=replac:e,es,ed,ing reset=reset:,s,ting restructure=restructur:e,es,ed,ing
    revoke=rev:oke,okes,oked,oking,ocation,ocations rework=rework:,s,ed,ing
    rewrite=rewr:ite,ites,iting,itten,ote roll=roll:,s,ed,ing rollback=rollback:,s
    rotate=rotat:e,es,ed,ing,ion,ions send=sen:d,ds,ding,t shut=shut:,s,ting shutdown=shutdown:,s
    skip=skip:,s,ped,ping switch=switch:,es,ed,ing tear=t:ear,ears,earing,ore,orn
    terminate=terminat:e,es,ed,ing,ion transfer=transfer:,s,red,ring
    truncate=truncat:e,es,ed,ing,ion turn=turn:,s,ed,ing unpublish=unpublish:,es,ed,ing
    wipe=wip:e,es,ed,ing
"""


def _forms(stem: str, endings: str) -> tuple[str, ...]:
    return tuple(stem + ending for ending in endings.split(","))


FAMILIES = {
    name: _forms(*family.split(":"))
    for name, _, family in (row.partition("=") for row in _FAMILIES.split())
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
