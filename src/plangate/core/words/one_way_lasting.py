"""Rows of the word net for what destroys nothing and still cannot be taken back (PREF-2)."""

from __future__ import annotations

from plangate.core.words.one_way_patterns import OneWayRow

LASTING_ROWS: tuple[OneWayRow, ...] = (
    # Not destructive: ADQ-4 counts a rollback among the safeguards.
    OneWayRow(
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
    # ----------------------------------------------------- access and secrets
    OneWayRow(
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
    OneWayRow(
        "credential-change",
        False,
        "the same with the secret first",
        "words",
        "revoke rotate reset resets invalidated regenerated",
        r"""
        <credential> (?:revocation|rotations?)<not_ui><not_doc><not_mail>
        passwords? resets? (?:for|of) (?:every|all|each|our)\b
        (?:keys?|tokens?|secrets?|credentials?|certificates?) resets?<not_ui><not_doc><not_mail>
        <credential>,? <gap3><be> (?:<adverb> )?(?:revoked|rotated|reset|invalidated|regenerated)\b
        """,
        "all tokens are revoked",
    ),
    OneWayRow(
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
    OneWayRow(
        "disable-safeguard",
        False,
        "switching a protection off",
        "words",
        "firewall firewalls protection protections encryption backup backups waf audit tls ssl "
        "certificate authentication security rls csrf selinux access",
        r"(?:<disable>|<turn> off|<switch> off|<deactivate>|<bypass>) <gap4><safeguard><not_ui>",
        "turn off branch protection",
    ),
    OneWayRow(
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
        <add> <some4>to (?:the )?(?:admins|administrators|sudoers|owners)<not_ui>
        <add> <some4>to the admin(?: (?:group|role|team))?<end>
        """,
        "grant Bob admin",
    ),
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
        "move-money",
        False,
        "refunding, capturing or transferring money",
        "words",
        "refund capture transfer wire disburse withdraw spend funds escrow",
        r"""
        <issue> (?:the |all |full |partial )?<gap2>refunds?<not_ui>
        <refund> <gap3>(?:customers?|orders?|payments?|everyone|users|cards?)<not_ui>
        <capture> <gap3>(?:payments?|funds)<not_ui>
        (?:<transfer>|wire|disburse|withdraw|spend) <gap3><money><not_ui>
        <release> (?:the |all |our )<gap2>(?:funds|money|escrow)<not_ui>
        """,
        "refund all affected orders",
    ),
    OneWayRow(
        "pay",
        False,
        "paying, buying, or taking payments in earnest",
        "words",
        "pay payment payments payout payouts purchase buy buys buying bought money charges live "
        "plan plans tier tiers order orders",
        r"""
        <pay> (?:the |all |our |every |out )<gap3><creditor><not_ui>
        (?:pay|pays|paying) <gap2>(?:out|<creditor>)<not_ui>
        <creditor>,? <gap3>(?:are|be|being|get|gets) (?:<adverb> )?paid\b
        (?:send|issue|trigger|release|execute|run|make)s? (?:the |all |our )?<gap2>payouts?<not_ui>
        (?:take|takes|taking|make|making|accept|accepting|process|processing) (?:real|live) \
            <any2>payments?<not_ui>
        real (?:payments?|money|charges)<not_ui>
        (?:<purchase>|buy|buys|buying|bought) (?:the |a |an |more |new )<gap3>(?:licen[cs]es?|\
            domains?|seats?|credits?|subscriptions?|shares|stocks?|servers?|hardware|plans?|tiers?|\
            certificates?|ads)<not_ui>
        (?:upgrad|subscrib)(?:e|es|ing) <any4>to (?:the |a |an )?(?:\w+ )?(?:paid|pro|premium|\
            business|enterprise|annual|yearly|monthly) (?:\w+ )?(?:plans?|tiers?)<not_ui>
        plac(?:e|es|ing) (?:the |an |all |our )<gap2>orders? (?:with|at) (?:the |our )?\w+\b<not_ui>
        <switch> <any5>to live (?:mode|keys?|payments?)\b
        """,
        "pay out the sellers' balances",
    ),
    OneWayRow(
        "commit-legally",
        False,
        "signing, filing or accepting what binds",
        "words",
        "sign submit file files filing accept terminate cancel close closes closing",
        r"""
        <sign> (?:the |a |our )<gap2>(?:contracts?|agreements?|leases?|deeds?)<not_ui>
        (?:<submit>|file|files|filing) (?:the |a |our )<gap3>(?:tax returns?|taxes|tenders?|\
            patents?|lawsuit)\b
        <cancel> (?:all |every |our |their |the customers )<gap2>(?:subscriptions?|orders?|\
            contracts?|accounts?|bookings?|flights?)<not_ui>
        clos(?:e|es|ing) (?:the|all|every|our) (?:customers?|users?|clients?) accounts?<not_ui>
        """,
        "sign the contract with the new host",
    ),
    OneWayRow(
        "open-access",
        False,
        "opening something to the world",
        "words",
        "open expose grant give gives giving",
        r"""
        (?:open|opens|opening|<expose>) <gap5>(?:ports?|buckets?|databases?|dbs?|servers?|apis?|\
            network|firewall|cluster) <any2>to (?:the )?(?:world|internet|public|everyone|anyone)\b
        (?:<grant>|<give>) (?:everyone|everybody|anyone|the public|all users|every user) \
            <any3>access\b
        """,
        "open the database port to the internet",
    ),
    OneWayRow(
        "send-to-customers",
        False,
        "writing to people outside; what was sent cannot be called back",
        "words",
        "send email notify mail mails emails mailings letters letter newsletter newsletters \
            messages "
        "notice notices mailing sms text message announce blast launch tell tells inform contact "
        "write invite post posts posting tweet announces announcing users",
        r"""
        <send>,? <any6>to <any3>(?:<audience>|<every> <any2>(?:<people>|<audience>))<not_ui>
        <send>,? <any3><letter> (?:out )?to <any3>clients?<not_ui>
        <send> (?:the |all |our |every |these |out )?(?:<audience>|<every> <people>)<not_ui>
        (?<!the )(?<!a )(?:<email>|<notify>|mail|mailing|sms) <whom>(?:<audience>|<every> \
            <any2>(?:<people>|<audience>))<not_ui>
        (?:text|message|announce(?: it)? to) <whom>(?:<audience>|<every> <any2>(?:<people>|\
            <audience>))<not_ui>
        (?:<send>|launch|blast) (?:out )?<any3><mailing><not_ui>
        (?:e?mails?|mailings?|letters?|sms|newsletters?|messages?|notices?) <any3>(?:go|goes|\
            going|is sent|are sent|be sent|sent|delivered) (?:out )?to <any3>(?:<audience>|\
                <every> <any2>(?:<people>|<audience>))<not_ui>
        (?:e?mails?|mailings?|letters?|newsletters?) to <any3>(?:<audience>|<every> \
            <any2><people>) <any2>(?:go|goes|are sent|is sent)\b
        (?:<audience>|<every> <any2><people>) <any2>(?:get|gets|receive|receives) <any2>(?:e \
            ?mails?|mails?|letters?|sms)<not_ui>
        (?:tell|tells|<inform>|contact|write to|<invite>) <whom>(?:<audience>|<every> \
            <any2>(?:<people>|<audience>))<not_ui>
        announc(?:e|es|ing) <any6>to (?:the |our |all )?(?:<audience>|users)<not_ui>
        <send> (?:out )?(?:the |all |our |these )?(?:\w+ )?(?:dunning|collection|termination|\
            eviction) (?:letters?|notices?|e?mails?)<not_ui>
        (?:post|posts|posting|announce|tweet) <any4>(?:to|on) (?:our )?(?:twitter|linkedin|\
            facebook|instagram|mastodon|social media|hacker news|reddit|the mailing list)\b
        """,
        "email all users about the outage",
    ),
    OneWayRow(
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
    OneWayRow(
        "publish",
        False,
        "uploading or submitting a release",
        "words",
        "twine gem docker store release releasing",
        r"""
        (?:twine upload|gem push|docker push|gh release create)\b
        submit(?:ting)? <any4>to (?:the )?(?:app|play|chrome web) store\b
        cut(?:ting)? (?:a|the) (?:\w+ )?release\b
        <start>release (?:a|the) (?:new|next|major|minor|patch) (?:version|release)(?:<end>| of\b)
        <start>release (?:the )?version \d
        releas(?:e|ing) <any4>to (?:npm|pypi|maven|crates|rubygems|nuget|the (?:app|play) store)\b
        releas(?:e|ing) <any4>to (?:the public|(?:all )?(?:customers|users))\b
        """,
        "twine upload dist/*",
    ),
    OneWayRow(
        "publish",
        False,
        "handing something to a registry or a store",
        "words",
        "upload submit push release ship",
        r"(?:<upload>|<submit>|<push>|<release>|<ship>) <any5>(?:to|on) <registry>\b",
        "upload the wheel to PyPI",
    ),
    OneWayRow(
        "deploy",
        False,
        "bringing something to where people are served",
        "words",
        "deploy ship release promote roll rollout live push put take",
        r"""
        <deploy>,? <any6>(?:in)?to (?:the |our )?<live>\b(?! <live_noun>\b)<not_ui>
        (?:<ship>|<release>|<promote>|<roll>|rollout),? <any6>to (?:the |our )?(?:prod|\
            production)\b(?! <live_noun>\b)
        <roll> (?:it |this |the \w+ )?out to (?:all|every|everyone|everybody|our|customers?|\
            users?)\b
        <start>(?:deploy|ship) (?:it|them|this|everything|the release|now|straight away)\b(?! \
            <live_noun>\b)<not_ui>
        (?<![\s\S])(?:deploy|go live|cut over)(?![\s\S])
        (?:deploy|deploys|deploying) (?:\w+ )?(?:on|in) (?:prod|production)\b(?! <live_noun>\b)
        (?:run|start|trigger|do|begin|approve|proceed with)s? (?:the |a )?(?:prod|production) \
            (?:deploy|deployment|release|rollout)\b
        <start>(?:go|going|goes|take it) live(?:<end>| (?:with|on|today|now|tomorrow)\b)
        (?:<push>|<take>|put|puts|putting) (?:it|this|(?:the|our) (?:\w+ )?(?:releases?|versions?|\
            sites?|builds?|apps?|shops?|changes?)) live\b
        (?:start|begin|trigger|complete|finish)(?:s|es)? (?:the |a )?rollout(?:<end>| (?:to|of)\b)
        """,
        "deploy the new version to production",
    ),
    OneWayRow(
        "cut-over",
        False,
        "sending the world somewhere else: names, traffic, domains",
        "words",
        "dns nameserver nameservers name cname cnames mx txt aaaa record records zone traffic \
            cutover cut domain domains",
        r"""
        (?:<switch>|<flip>|<repoint>|<move>|<transfer>) <any4><dns>\b<not_ui>(?! (?:tests?|docs|\
            resolver)\b)
        <change> (?:the |our )?<any2><dns> (?:records?|entr(?:y|ies)|zone|provider|settings? of|\
            to)\b
        <point> <any4>(?:domains?|dns|host ?names?|nameservers?) <any3>(?:to|at)\b
        <dns> (?:records? )?(?:switch|switchover|cutover|cut over|migration|change)<not_ui><not_doc>
        <dns>,? <gap3><be> (?:<adverb> )?(?:switched|changed|moved|repointed|transferred)\b
        (?:<switch>|<redirect>|<move>|<flip>) <any3>(?:all|live|production|user|customer|the) \
            <any2>traffic (?:over |from |to )
        cut(?:s|ting)? (?:it |them |traffic |production |everyone )?over to\b
        (?:start|do|run|perform|begin) (?:the )?cutover\b
        <transfer> <gap3>domains?<not_ui>(?! (?:objects?|models?|events?|layer)\b)
        (?:<change>|<replace>|update|updates|updating|set|sets) (?:the |our |its )?(?:\w+ )?\
            name ?servers?(?:<end>| (?:of|for|to|at)\b)
        (?:<change>|<replace>|<remove>|<delete>|update|updates|updating|edit) (?:the |our |its |\
            all )(?:\w+ )?(?:a|aaaa|cname|mx|txt|ns|srv) records?(?:<end>| (?:of|for|to|at|so)\b)
        delegat(?:e|es|ing) (?:the |our |this )(?:\w+ )?(?:zone|domain)s?(?:<end>| (?:to|at)\b)
        (?:<deactivate>|<cancel>) (?:the |our |all )(?:\w+ )?domains?<end>
        """,
        "switch the DNS to the new host",
    ),
    OneWayRow(
        "merge-to-main",
        False,
        "merging or pushing to the branch others build on",
        "words",
        "merge push land commit",
        r"""
        (?<!\bon~ )(?:<merge>|<push>|<land>|<commit>),? <any6>\
            (?:in)?to (?:the |our |origin )?<trunk><not_noun>
        (?:<merge>|<land>|<commit>) <any4>(?:onto|on|in) (?:the )?(?:main|master|trunk)<not_noun>
        """,
        "merge the branch into main",
    ),
    # ------------------------------------------------------ contracts and shape
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
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
    OneWayRow(
        "said-irreversible",
        False,
        "the text itself says that there is no way back",
        "words",
        "irreversible irreversibly irrevocable irrevocably irrecoverable irrecoverably "
        "unrecoverable undone undo recovered reversed restored return door retrieved reverted \
            recalled "
        "brought taken called got way going turning recovery recoverable reversible back",
        r"""
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
        """,
        "this cannot be undone",
    ),
)
