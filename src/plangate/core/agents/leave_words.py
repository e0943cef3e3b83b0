"""The words of leave to act (GATE-13), as leave.py reads them: without case and accents.

Tables only. A word too many costs a question that is asked once more; a word too few might cost a
deployment, so whoever is in doubt adds it. The last word of a phrase may have any ending.
"""

from __future__ import annotations


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _lines(text: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in text.replace("\n", ",").split(",") if phrase.strip())


# --- English --------------------------------------------------------------------------------------

MODALS = _set(
    "may can could shall should must might will would do does did am are have ought let ca wo sha"
)
#: What may stand between such a verb and who is meant, and between them and the deed.
BETWEEN = _set(
    "not now also then just please first still already really actually maybe perhaps next to kindly"
)
#: What an agent that asks *which* may do with the answer without acting on the world.
CHOOSING = _set(
    "use pick choose select prefer favor favour follow target support assume expect "
    "name place put store keep save model represent structure organize organise design "
    "build implement write add include cover handle treat format style show display "
    "render return log test mock base adopt have need count measure cache index sort "
    "group split ship document read look focus optimize optimise validate parse encode "
    "serialize serialise configure be"
)
#: A question or header that begins so is about doing it.
BEGINNINGS = _set(
    "start begin run execute apply now go do ok okay ready fine good safe time proceed"
)
#: Words that speak of acting wherever they stand.
ACTING = _set(
    "send sends sending sent resend pay pays paying paid buy buys buying bought charge "
    "charges charging charged refund refunds refunding spend spends spending transfer "
    "transferring transfers release releases releasing released approve approves "
    "approving approved approval authorize authorise authorized authorised authorizing "
    "confirm confirms confirming confirmed confirmation continue continues continuing "
    "proceed launch launches launching dns submit submits submitting submitted execute "
    "executes executing subscribe subscribing rollout rollback cutover failover ok okay "
    "alright acceptable allowed lgtm ready cleared greenlight go-ahead sign-off signoff "
    "permit permitted consent objection objections shutdown reboot rebooting"
)
ACTING_STEMS = (
    "deploy", "redeploy", "undeploy", "publish", "republish", "unpublish", "purchas",
    "proceed", "force-push", "restart", "terminat", "go-live", "roll-out", "roll-back",
    "go-no-go",
)  # fmt: skip
PHRASES = _lines(
    """
    want me, want us, like me, like us, need me, wish me, prefer me, prefer i, allow me
    let me, let us, let's, lets, expect me, trust me, tell me to, ask me to, mind if
    for me to, for us to, me to, i'll, i will, i'm going, i'm about, i'm ready, i'm planning
    i'm able, i am going, i am about, i am ready, i am planning, i'd like, i'd go, i'd proceed
    i'd love, i would, i plan to, i intend, i want to, i propose to, i can, i could, i may
    i shall, i should, if i, we'll, we will go, we want to, we plan to, if we, fine to
    fine if, fine with, fine for, is fine, it fine, this fine, that fine, plan fine
    looks good, look good, good to go, all good, plan good, this good, is good to, safe to
    is safe, it safe, this safe, time to, clear to, free to, happy with, happy for, happy if
    happy to, comfortable with, comfortable if, would it be, do you agree, do you accept
    do you mind, do you concur, do you object, you agree, your ok, your go, your consent
    your blessing, your leave, your sign, your confirmation, your permission, permission to
    permission for, give permission, grant permission, have permission, need permission
    ask permission, any objection, green light, green-light, go no go, go/no-go, go live
    goes live, going live, went live, take it live, taking it live, roll out, roll it out
    roll this out, rolling out, rolled out, roll back, roll it back, rolling back
    make a payment, make the payment, make payment, making payment, wire the, wire money
    wire funds, email all, email the, email every, email our, email customer, email user
    email them, email everyone, emailing, e-mail all, e-mail the, e-mailing, mail all
    mail the, mail every, mail our, mail customer, mail user, mailing all, mailing the
    notify all, notify the, notify every, notify customer, notify user, notifying, go ahead
    going ahead, carry on, carrying on, keep going, keep on, move on, moving on, move forward
    moving forward, move ahead, press on, pressing on, go on, cut over, cutting over
    fail over, failing over, switch over, switch on, switch off, switch dns, switch to
    switch the, switch it, switching over, switching to, switching the, switching it, push to
    push it, push the, push this, push now, pushing to, pushing it, pushing the, force push
    merge to, merge into, merge it, merge this, merge the, merge now, merge anyway, merging
    sign off, signing off, kick off, kicking off, start now, start the, start with, start on
    start work, start it, start this, start implement, start coding, starting now
    starting the, starting with, begin now, begin the, begin with, begin work, begin it
    begin implement, beginning the, shut down, shutting down, shut it down, run it, run this
    run that, run them, run now, run the migration, run the script, run the command, right now
    right away, do it, do this now, do that now, install it, install this, install the
    install now, installing the, grant access, grant it, grant me, grant admin
    place the order, place an order, place this order, placing the order, cancel the
    cancel it, cancelling the, canceling the, be done now, be run now, be started now
    be executed now, delete it, delete this, delete them, remove it now
    """
)

#: What assents or refuses as the first word of an option: whether, not which.
ASSENT = tuple(
    "yes yep yeah yup y ok okay sure fine right correct true false no nope nah n not "
    "never none ja jawohl nein nicht oui non pas si sim nao nie tak da net нет да не jo "
    "nej ikke inte evet hayir igen nem ano ne naam niet nee joo kylla ei enable disable "
    "enabled disabled はい いいえ 是 否 好 不 네 예 아니요 아니오 हाँ नहीं".split()
)

#: What does so when it is the whole option: “On disk” is a place.
SWITCHES = _set("on off")
#: What an option begins with that does something, puts it off, or leaves it.
DOING = _set(
    "go do don't dont proceed continue carry resume start begin run execute perform "
    "apply try retry rerun deploy redeploy ship release publish launch send resend mail "
    "email message notify post tweet announce pay charge buy purchase order subscribe "
    "bill invoice refund transfer wire merge push commit rebase submit upload migrate "
    "switch cut flip promote activate deactivate delete remove drop wipe erase purge "
    "destroy truncate reset overwrite rollback revert undo install uninstall restart "
    "reboot shutdown stop kill terminate pause abort cancel skip wait hold postpone "
    "delay later now today tonight tomorrow immediately approve reject deny decline "
    "refuse allow permit grant revoke accept agree confirm authorize authorise sign "
    "unblock leave nothing nevermind weiter los jetzt spater warten abbrechen "
    "fortfahren ausfuhren bereitstellen senden bezahlen loschen freigeben ablehnen "
    "maintenant attendre annuler continuer deployer envoyer payer supprimer approuver "
    "refuser lancer ahora esperar cancelar continuar proceder desplegar enviar pagar "
    "borrar eliminar aprobar rechazar adelante adesso aspetta annulla procedi continua "
    "invia paga elimina approva rifiuta agora prosseguir doorgaan wachten annuleren nu "
    "verzenden betalen fortsatt vanta avbryt"
)
DOING_PHRASES = _lines(
    """
    not now, not yet, not today, do it, do not, let's go, lets go, let me, i will, i'll
    keep going, go ahead, roll out, roll back, shut down, turn on, turn off, sign off
    set it live, take it live, make it live, never mind, ask me, ask again, first show
    show me first, review first, after review, you may, you can
    """
)
#: Words of English that none of the other languages here has.
ENGLISH = _set(
    "the which what where should would could this these those that your you does how "
    "with their there between when first"
)

# --- other languages ------------------------------------------------------------------------------

ELSEWHERE = _set(
    "fortfahren fortsetzen weitermachen loslegen einverstanden doorgaan uitvoeren "
    "versturen akkoord continuer continuez continue lancer lance valider validez puedo "
    "procedo continuo sigo seguir adelante enviar envio envie envia enviamos pagar pago "
    "pague pagamos posso possiamo devo dovrei dobbiamo inviare invio invii pagare "
    "podemos deveria devemos implantar nasadit можно могу мне нам можу мені devam miyim "
    "bolehkah haruskah voinko saanko μπορω"
)
ELSEWHERE_STEMS = (
    "freigeb", "freigab", "genehmig", "bereit", "ausroll", "bezahl", "verschick", "versend",
    "losch", "ausfuhr", "goedkeur", "fortsatt", "fortsett", "fortsaett", "godkann", "godkjenn",
    "procede", "poursuiv", "approuv", "deploi", "envoy", "envoi", "autoris", "continua",
    "proced", "aprueb", "aprob", "despleg", "despliegu", "autoriz", "approv", "distribui",
    "prossegu", "prossig", "aprov", "kontynu", "wdroz", "wysla", "zatwierd", "pokracov",
    "продолж", "разверн", "отправ", "оплат", "подтверд", "запуст", "запуск", "одобр", "разреш",
    "удал", "onayl", "gonder", "dagit", "lanjut", "folytat", "jatka",
)  # fmt: skip
ELSEWHERE_ENDINGS = ("hatok", "hatom", "hetek", "hetem", "eyim", "ayim", "elim", "alim")
ELSEWHERE_PHRASES = _lines(
    """
    darf ich, soll ich, sollte ich, kann ich, konnte ich, muss ich, werde ich, darf man
    soll man, durfen wir, sollen wir, sollten wir, konnen wir, wollen wir, mussen wir
    dass ich, damit ich, soll jetzt, soll nun, soll das, soll die, soll der, sollen die
    sollen jetzt, mag ik, zal ik, moet ik, kan ik, mogen we, zullen we, moeten we, dat ik
    far jag, ska jag, kan jag, bor jag, far vi, ska vi, skal jeg, kan jeg, ma jeg, bor jeg
    skal vi, puis-je, puis je, dois-je, dois je, vais-je, pourrais-je, devrais-je, je peux
    je dois, je puisse, je vais, je lance, je procede, je continue, je deploie, que je
    que nous, on y va, d'accord, pret a, prets a, pret pour, debo, deberia, debemos
    quieres que, quiere que, desea que, deseas que, permites que, de acuerdo, listo para
    vuoi che, vuole che, va bene, d'accordo, pronto a, pronto per, pronto para, quer que
    gostaria que, czy moge, czy mam, czy mozna, czy mamy, czy powin, mohu, muzu, smim, чтобы я
    apakah saya, toi co the, tiep tuc, co nen, πρεπει να, να συνεχισω, να προχωρησω
    """
)
ELSEWHERE_PIECES = tuple(
    """
    いいですか よいですか 良いですか よろしい てもいい しますか しましょうか ましょうか 続け
    続行 進め 進ん デプロイ 承認 送信 支払 実行 公開 リリース 削除 許可 可以 是否 要不要
    能不能 好吗 行吗 吗 嗎 继续 繼續 部署 批准 发送 發送 付款 支付 发布 發布 执行 執行 确认
    確認 开始 開始 删除 刪除 允许 授权 할까요 될까요 될까 할까 계속 진행 배포 승인 보낼 전송
    결제 실행 삭제 هل متابعة نشر मैं जारी ไหม ดำเนินการ
    """.split()
)

# --- which ----------------------------------------------------------------------------------------

WHICH = _set(
    "which what where who whose how or oder ou oppure of eller albo lub nebo или або "
    "veya atau vagy tai was wo wohin womit woher wie wer quoi comment qui lequel "
    "laquelle que donde como che cosa dove come chi quais onde quem welke wat waar hoe "
    "vilken vilket vilka hvilken hvilket hvilke var hur hvor hvordan gdzie kde hangi "
    "nasil nerede mana где что кто який яка яке hol melyik mika missa που"
)
WHICH_STEMS = (
    "welche",
    "quel",
    "cual",
    "quien",
    "qual",
    "ktor",
    "jak",
    "kter",
    "как",
    "котор",
    "ποι",
)
PIECES = tuple(
    """
    どの どれ どちら どこ どう 何 なに 哪 什么 什麼 如何 怎么 谁 多少 어떤 어느 무엇 어디
    어떻게 それとも 还是 還是 또는 아니면 أي कौन
    """.split()
)
