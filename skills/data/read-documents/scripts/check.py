"""Proves that xlsx_to_csv.py lists sheets and gives texts, gaps, dates and truth values as they are meant."""
import os
import subprocess
import sys
import tempfile
import zipfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "xlsx_to_csv.py")
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PARTS = {
    "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{LINK}"><sheets>'
    '<sheet name="Sales" sheetId="1" r:id="rId1"/><sheet name="Empty" sheetId="2" r:id="rId2"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/>'
    '<Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    "xl/sharedStrings.xml": f"<sst {MAIN}><si><t>when</t></si><si><r><t>to</t></r><r><t>wn</t></r></si></sst>",
    "xl/styles.xml": f'<styleSheet {MAIN}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    "xl/worksheets/sheet1.xml": f'<worksheet {MAIN}><sheetData>'
    '<row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>'
    '<row><c r="A2" s="1"><v>46053</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="inlineStr"><is><t>R,ome</t></is></c></row>'
    "</sheetData></worksheet>",
    "xl/worksheets/sheet2.xml": f"<worksheet {MAIN}><sheetData/></worksheet>",
}


def run(*arguments):
    return subprocess.run([sys.executable, "-B", SCRIPT, *arguments], capture_output=True, text=True)


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "book.xlsx")
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in PARTS.items():
            archive.writestr(name, text)
    assert run(path).stdout == "1\tSales\t2 rows\t3 columns\n2\tEmpty\t0 rows\t0 columns\n", run(path)
    assert run(path, "Sales").stdout == 'when,,town\n2026-01-31,TRUE,"R,ome"\n', run(path, "Sales")
    assert run(path, "1").stdout == run(path, "Sales").stdout
    assert run(path, "Costs").returncode == 1 and run(SCRIPT).returncode == 1
print("ok")
