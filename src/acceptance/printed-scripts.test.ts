import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDrawing } from '#platform/documents/pdf-drawing.ts'
import { breakable } from '#platform/pdf/breakable.ts'
import { openPrintFonts } from '#platform/pdf/fonts/print-fonts.ts'
import { scriptFonts } from '#platform/pdf/fonts/script-fonts.ts'
import { pdfPrinter } from '#platform/pdf/print.ts'
import { aPatient } from '../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'
import { printDocument } from '../testing/documents/every-document.ts'

const root = join(import.meta.dirname, '../..')
const dir = mkdtempSync(join(tmpdir(), 'kliniki-scripts-'))
const printer = pdfPrinter()
let clinic: TestClinic
let admin: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  admin = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(async () => {
  await printer.close()
  await clinic.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Names as they are written, by script; the fonts of a card are those of the base and of the script. */
const names: [script: string, first: string, second: string, font?: string][] = [
  ['Latin', 'Ọlọrun Ŋɔɛ', 'Nguyễn Ɓello'],
  ['Greek', 'Νίκος', 'Παπαδόπουλος'],
  ['Cyrillic', 'Ольга', 'Шевченко'],
  ['Hebrew', 'דוד', 'כהן'],
  ['Armenian', 'Արամ', 'Պետրոսյան'],
  ['Georgian', 'ნინო', 'ბერიძე'],
  ['Lao', 'ສົມພອນ', 'ນ້ຳທິບ'],
  ['NKo', 'ߛߏߟߏߡߊߣߊ', 'ߞߊ߲ߕߍ'],
  ['Tifinagh', 'ⴰⵎⵓⵔ', 'ⵢⵓⴱⴰ'],
  ['Canadian syllables', 'ᐃᓄᒃ', 'ᑕᐅᑎᑦ'],
  ['Arabic', 'أحمد', 'الشریف'],
  ['Arabic of African languages', 'ࢨَبَکَر', 'ࢻࢼ', 'NotoSansArabic'],
  ['Ethiopic', 'አበበ', 'ቢቂላ', 'NotoSansEthiopic'],
  ['Adlam', '𞤀𞤤𞤭𞤴𞤵', '𞤄𞤢𞤪𞤭', 'NotoSansAdlam'],
  ['Vai', 'ꕉꕜꕮ', 'ꔔꘋ', 'NotoSansVai'],
  ['Syriac', 'ܐܦܪܝܡ', 'ܣܘܪܝܐ', 'NotoSansSyriac'],
  ['Thaana', 'އަޙްމަދު', 'ނަސީދު', 'NotoSansThaana'],
  ['Devanagari', 'श्रेया', 'क्षितिज शर्मा', 'NotoSansDevanagari'],
  ['Bengali', 'শেখ মুজিবুর', 'রহমান', 'NotoSansBengali'],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ', 'ਸਿੰਘ', 'NotoSansGurmukhi'],
  ['Gujarati', 'નરેન્દ્ર', 'પટેલ', 'NotoSansGujarati'],
  ['Oriya', 'ନବୀନ', 'ପଟ୍ଟନାୟକ', 'NotoSansOriya'],
  ['Tamil', 'முருகன்', 'இளங்கோ', 'NotoSansTamil'],
  ['Telugu', 'వెంకటేశ్వర', 'రావు', 'NotoSansTelugu'],
  ['Kannada', 'ಕೃಷ್ಣಮೂರ್ತಿ', 'ಗೌಡ', 'NotoSansKannada'],
  ['Malayalam', 'കൃഷ്ണൻ', 'നമ്പൂതിരി', 'NotoSansMalayalam'],
  ['Sinhala', 'ශ්‍රී ප්‍රියන්ත', 'ජයවර්ධන', 'NotoSansSinhala'],
  ['Ol Chiki', 'ᱥᱤᱫᱩ', 'ᱢᱩᱨᱢᱩ', 'NotoSansOlChiki'],
  ['Meetei Mayek', 'ꯃꯩꯇꯩ', 'ꯂꯣꯏꯕꯤ', 'NotoSansMeeteiMayek'],
  ['Chakma', '𑄌𑄋𑄴𑄟𑄳𑄦', '𑄇𑄘', 'NotoSansChakma'],
  ['Hanifi Rohingya', '𐴀𐴇𐴔', '𐴊𐴝𐴌', 'NotoSansHanifiRohingya'],
  ['Thai', 'สมชาย', 'น้ำทิพย์ปู่', 'NotoSansThai'],
  ['Khmer', 'សុខា', 'ច័ន្ទស្រី', 'NotoSansKhmer'],
  ['Myanmar', 'အောင်ဆန်း', 'စုကြည်', 'NotoSansMyanmar'],
  ['Tibetan', 'བསྟན་འཛིན', 'རྒྱ་མཚོ', 'NotoSerifTibetan'],
  ['Mongolian', 'ᠪᠠᠲᠤ', 'ᠡᠷᠳᠡᠨᠢ', 'NotoSansMongolian'],
  ['Cherokee', 'ᏎᏉᏯ', 'ᏣᎳᎩ', 'NotoSansCherokee'],
  ['Hangul', '김민수', '박지영', 'NanumGothic'],
  ['Han', '王小明', '陳国', 'NotoSansSC'],
  ['Kana', 'やまだ', 'タロウ', 'NotoSansSC'],
]

const fontsIn = (pdf: Buffer) => [
  ...new Set([...pdf.toString('latin1').matchAll(/\/BaseFont \/[A-Z]{6}\+(\w+)/g)].map(([, name = '']) => name.replace(/Bold$/, ''))),
]
const lettersOf = (text: string) => [...new Set(text)].filter((letter) => !/\s|\p{Default_Ignorable_Code_Point}/u.test(letter)).toSorted()
const cardOf = async (first_name: string, second_name: string) => {
  const { id } = await aPatient(clinic.db, { first_name, second_name })
  return printDocument(clinic, admin, `/patients/patients/${id}/card/`)
}

test('the card of a patient holds the letters of the name in every script, from the fonts of that script alone', async () => {
  for (const [script, first, second, font] of names) {
    const { text, pdf } = await cardOf(first, second)
    expect([script, lettersOf(`${first}${second}`).filter((letter) => !text.includes(letter))]).toEqual([script, []])
    expect([script, fontsIn(pdf).filter((name) => !name.startsWith('DejaVu'))]).toEqual([script, font ? [font] : []])
  }
  // Each font that the program brings is in this test.
  const tested = names.flatMap(([, , , font]) => font ?? [])
  expect(scriptFonts.map(({ family }) => family.replaceAll(' ', '')).filter((family) => !tested.includes(family))).toEqual([])
})

/** Each text on a page of its own, 40 points square, in the base font as every template names it. */
const squares = join(dir, 'squares.typ')
writeFileSync(
  squares,
  `#let texts = json(bytes(sys.inputs.data))
#set page(width: 40pt, height: 40pt, margin: 4pt)
#set text(font: "DejaVu Sans", size: 18pt)
#for (n, text) in texts.enumerate() { if n > 0 { pagebreak() }; text }`,
)
/** The pictures of texts, as the compiler and PDFium draw them. */
const draw = async (texts: readonly string[]) => {
  const drawing = await openDrawing(await printer.print(pathToFileURL(squares), texts), 256)
  const pictures: Buffer[] = []
  for (let page = 1; page <= texts.length; page += 1) pictures.push((await drawing.open(page, (opened) => opened.draw(60, 60))).data)
  return pictures
}
const UNASSIGNED = '\u0378'

test('each letter of a name is drawn as itself: not blank, not as a box, not as another letter', async () => {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  const cases = names.map(([script, first, second]) => {
    const letters = [...new Set([...segmenter.segment(`${first}${second}`)].map(({ segment }) => segment))]
    return { script, letters: letters.filter((letter) => letter.trim() !== '') }
  })
  const drawn = await draw([' ', UNASSIGNED, ...cases.flatMap(({ letters }) => letters)])
  const [blank, box] = drawn.splice(0, 2)
  expect(blank!.equals(box!)).toBe(false)
  for (const { script, letters } of cases) {
    const pictures = drawn.splice(0, letters.length)
    const alike = letters.filter((_, at) => [blank!, box!, ...pictures.slice(0, at)].some((other) => other.equals(pictures[at]!)))
    expect([script, alike]).toEqual([script, []])
  }
})

test('letters join as their script asks, and lines run from right to left where it does', async () => {
  // With a non-joiner between them the same letters stand apart.
  const joined = ['بب', '𞤀𞤤', 'ܒܒ', 'ᠪᠠ', 'क्ष', 'ক্ষ', 'க்ஷ', 'ක්‍ෂ', 'က္က', 'ក្ក']
  const apart = joined.map((text) => text.replace(/\u200d/u, '').replace(/^(.)(\p{M}?)/u, '$1$2\u200c'))
  const drawn = await draw([...joined, ...apart])
  expect(joined.filter((_, at) => drawn[at]!.equals(drawn[at + joined.length]!))).toEqual([])
  // What is painted first is on the left.
  const { text } = await cardOf('דוד', 'כהן')
  expect(text).toContain('ןהכ דוד')
  expect((await cardOf('𞤀𞤤𞤭', '𞤄𞤢')).text).toContain('𞤢𞤄 𞤭𞤤𞤀')
})

test('each template names the base font in the way in which further fonts are put beside it', () => {
  const templates = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.typ'))
  expect(templates.length).toBeGreaterThan(10)
  expect(templates.filter((name) => !readFileSync(join(root, 'src', name), 'utf8').includes('#set text(font: "DejaVu Sans",'))).toEqual([])
})

describe('fonts are loaded when a text needs them', () => {
  test('no font is opened for Latin, Greek and Cyrillic letters', () => {
    const nowhere = openPrintFonts(join(dir, 'nowhere'))
    expect(nowhere.choose('José Nguyễn Ŋ Νίκος Ольга — 12 × 3 “…” · 5 €')).toEqual({ fonts: [], unprintable: [] })
    expect(() => nowhere.choose('አበበ')).toThrow('ENOENT')
  })

  test('a text in several scripts gets the fonts of each; a sign that they share takes a font that is there', () => {
    const { fonts, unprintable } = openPrintFonts().choose('শেখ। አበበ 김')
    expect(fonts.map(({ family }) => family)).toEqual(['Noto Sans Bengali', 'Noto Sans Ethiopic', 'NanumGothic'])
    expect(unprintable).toEqual([])
  })
})

/** The packages of this installation without the optional font. */
const withoutOptional = () => {
  const packages = join(dir, 'packages')
  const fonts = join(packages, '@expo-google-fonts')
  mkdirSync(fonts, { recursive: true })
  symlinkSync(join(root, 'node_modules/dejavu-fonts-ttf'), join(packages, 'dejavu-fonts-ttf'))
  for (const name of readdirSync(join(root, 'node_modules/@expo-google-fonts')))
    if (name !== 'noto-sans-sc') symlinkSync(join(root, 'node_modules/@expo-google-fonts', name), join(fonts, name))
  return packages
}

describe('letters without a font', () => {
  test('without the font of Chinese and Japanese the operator hears of it, and other scripts are printed', async () => {
    const packages = withoutOptional()
    const fonts = openPrintFonts(packages)
    expect(openPrintFonts().missing()).toEqual([])
    expect(fonts.missing()).toEqual(['Chinese and Japanese'])
    expect(fonts.findUnprintable('Ada 王小王 አበበ やま')).toEqual(['王', '小', 'や', 'ま'])
    const lacking: string[][] = []
    const smaller = pdfPrinter(60_000, { packages, onLacking: (scripts) => lacking.push([...scripts]) })
    await smaller.print(pathToFileURL(squares), ['Ada', 'አበ'])
    expect(lacking).toEqual([])
    await smaller.print(pathToFileURL(squares), ['王', 'ꀉ'])
    expect(lacking).toEqual([['Chinese and Japanese', 'other scripts']])
    await smaller.close()
  })

  test('the desk is told which letters of a name cannot be printed, before it registers the patient', async () => {
    const desk = await clinic.signedInFrom('Receptionist')
    const ask = (text: string) => desk.call('POST', '/patients/unprintable-letters/', { text })
    expect((await ask('ꀉꇌꀉ አበበ 王小明')).json()).toEqual({ letters: ['ꀉ', 'ꇌ'] })
    expect((await ask('Ọlọ́run Ouma')).json()).toEqual({ letters: [] })
    expect((await ask('')).status).toBe(400)
    expect((await clinic.call('POST', '/patients/unprintable-letters/', { text: 'ꀉ' })).status).toBe(401)
    const name = { first_name: 'ꀉꇌ', second_name: 'Ouma', gender: 'female' }
    expect((await desk.call('POST', '/patients/patients/', name)).status).toBe(201)
  })
})

test('a long word is broken between its letters, never within one', () => {
  for (const letter of ['a', 'कि', 'กี', 'ក្ខ', 'က္က', 'ශ්‍රී']) {
    const parts = breakable(letter.repeat(50)).split('\u200B')
    expect([letter, parts.length > 1, parts.join('')]).toEqual([letter, true, letter.repeat(50)])
    expect(parts.map((part) => part.replaceAll(letter, ''))).toEqual(parts.map(() => ''))
  }
})
