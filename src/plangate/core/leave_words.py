"""The words of leave to act (GATE-13), as leave.py reads them: without case and accents.

Tables only. A word too many costs a question that is asked once more; a word too few might cost a
deployment, so whoever is in doubt adds it.
"""

from __future__ import annotations

from collections.abc import Mapping

#: What assents or refuses as the first word of an option: whether, not which.
ASSENT = (
    "yes yep yeah yup y ok okay sure fine right correct true false no nope nah n not never none ja "
    "jawohl nein nicht oui non pas si sim nao nie tak da net нет да не jo nej ikke inte evet hayir "
    "igen nem ano ne naam niet nee joo kylla ei on off enable disable enabled disabled はい いいえ "
    "是 否 好 不 네 예 아니요 아니오 हाँ नहीं"
).split()

#: What an option begins with that does something, puts it off, or leaves it.
DOING = frozenset(
    "go,do,don't,dont,proceed,continue,carry,resume,start,begin,run,execute,perform,apply,try,retry,"
    "rerun,deploy,redeploy,ship,release,publish,launch,send,resend,mail,email,message,notify,post,"
    "tweet,announce,pay,charge,buy,purchase,order,subscribe,bill,invoice,refund,transfer,wire,"
    "merge,push,commit,rebase,submit,upload,migrate,switch,cut,flip,promote,activate,deactivate,"
    "delete,remove,drop,wipe,erase,purge,destroy,truncate,reset,overwrite,rollback,revert,undo,"
    "install,uninstall,restart,reboot,shutdown,stop,kill,terminate,pause,abort,cancel,skip,wait,"
    "hold,postpone,delay,later,now,today,tonight,tomorrow,immediately,approve,reject,deny,decline,"
    "refuse,allow,permit,grant,revoke,accept,agree,confirm,authorize,authorise,sign,unblock,"
    "leave,nothing,nevermind,weiter,los,jetzt,spater,warten,abbrechen,fortfahren,ausfuhren,"
    "bereitstellen,senden,bezahlen,loschen,freigeben,ablehnen,maintenant,attendre,annuler,"
    "continuer,deployer,envoyer,payer,supprimer,approuver,refuser,lancer,ahora,esperar,cancelar,"
    "continuar,proceder,desplegar,enviar,pagar,borrar,eliminar,aprobar,rechazar,adelante,adesso,"
    "aspetta,annulla,procedi,continua,invia,paga,elimina,approva,rifiuta,agora,prosseguir,"
    "doorgaan,wachten,annuleren,nu,verzenden,betalen,fortsatt,vanta,avbryt".split(",")
)
DOING_PHRASES = (
    "not now", "not yet", "not today", "do it", "do not", "let's go", "lets go", "let me", "i will",
    "i'll", "keep going", "go ahead", "roll out", "roll back", "shut down", "turn on", "turn off",
    "sign off", "set it live", "take it live", "make it live", "never mind", "ask me", "ask again",
    "first show", "show me first", "review first", "after review", "you may", "you can",
)  # fmt: skip

#: What an agent that asks *which* may be about to do with the answer without acting on the world.
CHOOSING = frozenset(
    "use,pick,choose,select,prefer,favor,favour,follow,target,support,assume,expect,name,"
    "place,put,store,keep,save,model,represent,structure,organize,organise,design,build,implement,"
    "write,add,include,cover,handle,treat,format,style,show,display,render,return,log,test,mock,"
    "base,adopt,have,need,count,measure,cache,index,sort,group,split,ship,document,read,"
    "look,focus,optimize,optimise,validate,parse,encode,serialize,serialise,configure,be".split(",")
)

#: Words of English that none of the other languages here has.
ENGLISH = frozenset(
    "the,which,what,where,should,would,could,this,these,those,that,your,you,does,how,with,their,"
    "there,between,when,first".split(",")
)


def _one(pattern: str) -> str:
    """A pattern written over several lines; the ends of lines count for nothing."""
    return "".join(line.strip() for line in pattern.splitlines())


def _pieces(text: str) -> tuple[str, ...]:
    return tuple(text.split())


#: For each kind a pattern for languages with spaces, and pieces of those without.
PATTERNS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "modal": (
        _one(
            r"""
            \b(?:may|can|could|shall|should|must|might|will|would|do|does|did|am|are|have|
            ought)(?:n't| not)?\s+(?:i|we)\b\s*(?:to\s+)?(?:(?:now|also|then|just|please|first|
            still|already|really|actually|maybe|perhaps|next|go)\s+){0,3}(?P<verb>[\w'-]*)
            """
        ),
        (),
    ),
    "permission": (
        _one(
            r"""
            \b(?:want|like|need|wish|prefer|allow|let|expect|trust|tell|ask|mind if|ok for|
            okay for|fine for|for)\s+(?:i|we|me|us)(?:\s+to)?\b(?!\s+(?:or|and)\b)|
            \bi(?:'ll| will|'m (?:going|about|ready|planning|able|allowed)| am (?:going|about|
            ready|planning|able|allowed)|'d (?:like|go|proceed|love)| would (?:like|go|
            proceed)| plan to| intend to| want to| propose to| can| could| may| shall| should)\b|
            \b(?:is|are|it's|its|that's|everything|all|you)\s+(?:\w+\s+){0,4}(?:ok|okay|fine|
            alright|all right|good|safe|acceptable|allowed|cool|clear|happy|comfortable|ready|
            set)\b|^(?:ok|okay|fine|alright|all right|good|safe|acceptable|allowed|cool|clear|
            happy|comfortable|ready|set)\b|\b(?:ready|ok|okay|safe|time|clear|free|good|cleared|
            allowed) (?:to|for|with|if|when)\b|\bwould it be\b|\bdo you (?:agree|consent|accept|
            mind|allow|permit|concur)\b|\b(?:your|the|a|any|my) (?:ok|okay|go|consent|blessing|
            leave|sign-?off|confirmation)\b|\bpermission (?:to|for)\b|\b(?:your|give|grant|have|
            ask\w*|need) permission\b|\bany objections?\b|\bobject(?:ion)? (?:to|if)\b|\blgtm\b|
            \bgreen[ -]?light\w*\b|\bgo[ /-]?no[ -]?go\b|\bgood to go\b|\bshould be (?:done|run|
            started|executed) now\b
            """
        ),
        (),
    ),
    "act": (
        _one(
            r"""
            \b(?:re|un)?deploy\w*|\broll(?:s|ed|ing)?[ -]?(?:it |this |that )?(?:out|back)\b|
            \bgo(?:es|ing)?[ -]live\b|\breleas(?:e|es|ed|ing)\b|\b(?:re|un)?publish\w*|
            \b(?:re)?send(?:s|ing)?\b|\bpay(?:s|ing)?\b|\bpaid\b|\bmak(?:e|ing) (?:a |
            the )?payments?\b|\bpurchas\w+|\bbuy(?:s|ing)?\b|\bcharg(?:e|es|ing)\b|\brefund(?:s|
            ing)?\b|\bspend(?:s|ing)?\b|\btransfer(?:s|ring)?\b|\bwir(?:e|ing) (?:the |money|
            funds)|\be?-?mail(?:ing)? (?:all|the|every|each|our|my|your|customers?|users?|
            everyone|them|people|subscribers?|clients?)\b|\bnotify(?:ing)? (?:all|the|every|
            customers?|users?)|\bapprov\w+|\bauthori[sz](?:e|es|ed|ing)\b|\bconfirm(?:s|ed|ing|
            ation)?\b|\bproceed\w*|\bgo(?:ing)? ahead\b|\bcarry(?:ing)? on\b|
            \bkeep(?:ing)? going\b|\bcontinu(?:e|es|ing)\b|\bmov(?:e|ing) (?:on|forward|
            ahead)\b|\bpress on\b|\blaunch\w*|\bcut(?:ting)?[ -]?over\b|
            \bfail(?:ing)?[ -]?over\b|\bdns\b|\bswitch(?:es|ing)? (?:over|on|off|dns|to|the|
            it)\b|\bpush(?:es|ing)? (?:to|it|the|this|now)\b|\bforce[ -]?push\w*|\bmerg(?:e|es|
            ing) (?:to|into|it|this|the|now|anyway)\b|\bsubmit(?:s|ting)?\b|
            \bsign(?:ing)?[ -]off\b|\bexecut(?:e|es|ing)\b|\bkick(?:ing)? off\b|\b(?:start|
            begin)(?:s|ning|ing)? (?:now|the|with|on|work\w*|it|this|implement\w*|cod\w+)\b|
            ^(?:start|begin|run|execute|apply|do it|now)\b|\bshut(?:ting)? down\b|\brestart\w*|
            \breboot\w*|\bterminat\w+|\brun (?:it|this|that|them|now|the (?:migration|script|
            command))|\bright (?:now|away)\b|\bdo (?:it|this|that) (?:now|anyway|for)\b|
            \btak(?:e|ing) it live\b|\binstall(?:s|ing)? (?:it|this|the|now)\b|\bgrant(?:s|
            ing)? (?:it|access|me|admin)\b|\bplace (?:the |an |this )?order\b|\bsubscrib(?:e|
            ing)\b|\bcancel(?:s|ling|ing)? (?:the|it)\b
            """
        ),
        (),
    ),
    "elsewhere": (
        _one(
            r"""
            \b(?:darf|soll|sollte|kann|konnte|muss|werde) (?:ich|man)\b|\b(?:durfen|sollen|
            sollten|konnen|wollen|mussen) wir\b|\bdass ich\b|\bdamit ich\b|\bsoll(?:en)? (?:es|
            das|die|der|jetzt|nun)\b(?!.{0,60}\boder\b)|\bfortfahren\b|\bfortsetzen\b|
            \bweitermachen\b|\bloslegen\b|\bfreig(?:eb|ab)\w*|\bgenehmig\w*|\beinverstanden\b|
            \bbereit\w*|\bausroll\w*|\bbezahl\w*|\bverschick\w*|\bversend\w*|\blosch\w*|
            \bausfuhr\w*|\b(?:mag|zal|moet|kan|mogen|zullen|moeten) (?:ik|we|wij)\b|\bdat ik\b|
            \bdoorgaan\b|\buitvoeren\b|\bversturen\b|\bgoedkeur\w*|\bakkoord\b|\b(?:far|ska|kan|
            skal|ma|bor) (?:jag|jeg|vi)\b|\bfortsatt\w*|\bfortsett\w*|\bfortsaett\w*|
            \bgodkann\w*|\bgodkjenn\w*|\b(?:puis|dois|vais|pourrais|devrais)[- ]je\b|
            \bje (?:peux|dois|puisse|vais|lance|procede|continue|deploie|l'envoie)\b|\bque je\b|
            \bque nous\b|\bon y va\b|\b(?:continuer|continue[rz]?|proceder|poursuiv\w+|
            approuv\w+|deploy\w*|deploie\w*|envoy\w+|envoie\w*|lancer|valid(?:er|ez))\b|
            \bd'accord\b|\bautoris\w+|\bpr[e]ts? (?:a|pour)\b|\b(?:puedo|podemos|debo|deberia|
            debemos|quieres|quiere|desea|deseas|permites?) (?:que|yo|\w+r)\b|\bpuedo\b|
            \bprocedo\b|\bcontinuo\b|\bsigo\b|\bseguir\b|\bcontinua\w*|\bproced\w+|\baprueb\w+|
            \baprob\w+|\bdespleg\w+|\bdespliegu\w+|\benvi(?:ar|o|e|a|amos)\b|\bpag(?:ar|o|ue|
            amos)\b|\bde acuerdo\b|\blisto para\b|\badelante\b|\bautoriz\w+|\bposso\b|
            \bpossiamo\b|\bdevo\b|\bdovrei\b|\bdobbiamo\b|\bvuoi che\b|\bvuole che\b|
            \bapprov\w+|\binvi(?:are|o|i)\b|\bpagare\b|\bdistribui\w+|\bva bene\b|\bd'accordo\b|
            \bpronto (?:a|per)\b|\bpodemos\b|\bdeveria\b|\bdevemos\b|\bquer que\b|
            \bgostaria que\b|\bprossegu\w+|\bprossig\w+|\baprov\w+|\bimplantar\b|
            \bpronto para\b|\bczy (?:moge|mam|mozna|mamy|powinienem)\b|\bkontynu\w+|\bwdroz\w*|
            \bwysla\w*|\bzatwierd\w*|\b(?:mohu|muzu|mam|mame|smim) \w+t\b|\bpokracov\w+|
            \bnasadit\b|\bможно\b|\bмогу\b|\bмне\b|\bнам\b|\bпродолж\w*|\bчтобы я\b|
            \bразверн\w*|\bотправ\w*|\bоплат\w*|\bподтверд\w*|\bзапуст\w*|\bзапуск\w*|
            \bодобр\w*|\bразреш\w*|\bудал\w*|\bможу\b|\bмен[іi]\b|\w+(?:eyim|ayim|elim|
            alim) m[iı]\b|\bdevam\b|\bonayl\w*|\bgonder\w*|\bdagit\w*|\bmiyim\b|\bbolehkah\b|
            \bapakah saya\b|\bharuskah\b|\blanjut\w*|\btoi co the\b|\btiep tuc\b|\bco nen\b|
            \bfolytat\w*|\b\w+hat(?:ok|om)\b|\bjatka\w*|\bvoinko\b|\bsaanko\b|\bπρεπει να\b|
            \bμπορω\b|\bνα (?:συνεχισω|προχωρησω)\b
            """
        ),
        _pieces(
            """
            いいですか よいですか 良いですか よろしい てもいい しますか しましょうか ましょうか
            続け 続行 進め 進ん デプロイ 承認 送信 支払 実行 公開 リリース 削除 許可 可以 是否
            要不要 能不能 好吗 行吗 吗 继续 繼續 部署 批准 发送 發送 付款 支付 发布 發布 执行
            執行 确认 確認 开始 開始 删除 刪除 允许 授权 할까요 될까요 될까 할까 계속 진행 배포
            승인 보낼 전송 결제 실행 삭제 هل متابعة نشر मैं जारी ไหม ดำเนินการ
            """
        ),
    ),
    "which": (
        _one(
            r"""
            \b(?:which|what|where|who|whose|how|wann|welche\w*|was|wo|wohin|womit|woher|wie|wer|
            quel\w*|quoi|ou|comment|qui|lequel|laquelle|cual\w*|que|donde|como|quien\w*|qual\w*|
            che|cosa|dove|come|chi|quais|onde|quem|welke|wat|waar|hoe|vilke[nt]|vilka|
            hvilke[nt]?|hvilket|var|hur|hvor|hvordan|ktor\w+|jak\w*|gdzie|kter\w+|kde|hangi|
            nasil|nerede|mana|как\w*|где|что|кто|който|котор\w+|який|яка|яке|hol|melyik|mika|
            missa|ποι\w+|που)\b
            """
        ),
        _pieces(
            """
            どの どれ どちら どこ どう 何 なに 哪 什么 什麼 如何 怎么 谁 多少 어떤 어느 무엇
            어디 어떻게 ما أي कौन क्या
            """
        ),
    ),
    "either": (
        _one(
            r"""
            \b(?:or|oder|ou|oppure|of|eller|albo|lub|nebo|или|або|veya|atau|vagy|tai)\b
            """
        ),
        _pieces(
            """
            それとも 还是 還是 또는 아니면
            """
        ),
    ),
}
