"""What the adequacy rules know of languages other than English: actions, checks, size.

Why: plans are written in many languages, and “no action among the first 6 words” is not true of one
whose action is 実装 or “criar”. A language counts here by the verbs that plans open with; what is
not listed is judged as before. A verb that looks like an English noun (“adapter”) is left out.
"""

from __future__ import annotations

import re
from functools import cache

from plangate.core.model.patterns import lazy

#: ADQ-2: actions as whole words, in the forms that tasks use.
VERBS = {
    "German": (
        "ablösen aktualisieren anlegen anpassen aufräumen auslagern ausführen beheben bauen "
        "dokumentieren einbauen einbinden einführen einrichten entfernen ergänzen ersetzen "
        "erstellen erweitern erzeugen hinzufügen implementieren installieren integrieren "
        "konfigurieren löschen migrieren prüfen schreiben testen umbauen umbenennen umsetzen "
        "umstellen validieren verbinden verschieben"
    ),
    "French": (
        "ajouter afficher configurer corriger créer déployer déplacer développer "
        "documenter écrire exécuter extraire générer gérer implémenter initialiser "
        "intégrer migrer mettre optimiser refactoriser remplacer renommer supprimer "
        "valider vérifier"
    ),
    "Portuguese": (
        "adicionar ajustar alterar aplicar apagar atualizar configurar corrigir criar definir "
        "desenvolver documentar enviar escrever executar expor extrair garantir gerar "
        "implementar importar incluir inicializar instalar integrar migrar montar mover "
        "publicar refatorar registrar remover renomear rodar salvar separar substituir testar "
        "tratar validar verificar"
    ),
    "Russian": (
        "внедрить вынести добавить заменить запустить исправить написать настроить обновить "
        "перенести переписать подключить проверить протестировать развернуть разработать "
        "реализовать сделать создать удалить"
    ),
    "Spanish": (
        "actualizar agregar ajustar añadir borrar cambiar configurar corregir crear definir "
        "desarrollar desplegar documentar ejecutar eliminar escribir extraer generar implementar "
        "importar incluir inicializar instalar integrar migrar modificar mover probar "
        "reemplazar refactorizar registrar renombrar validar verificar"
    ),
}
#: The same in scripts that put no spaces between words: anywhere in the first line.
STEMS = {
    "Chinese": (
        "创建 建立 實現 实现 配置 初始化 添加 新增 增加 编写 編寫 修改 更新 删除 刪除 移除 替换 "
        "重构 优化 集成 整合 部署 测试 測試 验证 驗證 检查 运行 安装 设置 设计 定义 封装 处理 "
        "支持 迁移 提取 拆分 修复 完成 开发 生成 引入 调整 補充 补充 写 加 配 装 做"
    ),
    "Japanese": (
        "追加 作成 実装 定義 変更 削除 修正 更新 確認 検証 テスト 導入 設定 統合 移行 対応 抽出 "
        "置換 生成 書く 整備"
    ),
    "Korean": (
        "추가 구현 생성 작성 설정 수정 삭제 변경 테스트 검증 적용 연동 구성 개발 배포 확인 정리 "
        "분리 도입 처리"
    ),
}
#: ADQ-6, ADQ-9: words that mention a test or another verification.
CHECKS = (
    "测试 測試 验证 驗證 テスト 検証 테스트 검증 testen prüfen überprüfen vérifier verificar "
    "testar testes teste prueba pruebas probar тест тесты тестами проверить протестировать"
).split()

#: Ideographs, kana, hangul: one says about as much as two letters, two as much as a word.
_WIDE = lazy(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")


@cache
def verbs() -> frozenset[str]:
    """Every action that is a whole word."""
    return frozenset(" ".join(VERBS.values()).split())


def action_stem(description: str) -> str | None:
    """ADQ-2: an action in a script without spaces, in the first line."""
    if description.isascii():
        return None
    found = _stems().search(description.lstrip().partition("\n")[0])
    return found.group() if found else None


@cache
def _stems() -> re.Pattern[str]:
    return re.compile("|".join(" ".join(STEMS.values()).split()))


def size(text: str) -> tuple[int, int]:
    """ADQ-1: characters and words of a text, as if it were written in letters."""
    if text.isascii():
        return len(text), len(text.split(None, 3))
    wide = len(_WIDE.findall(text))
    return len(text) + wide, len(text.split()) + wide // 2
