import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { detectCsvForm, csvRecords, delimiterOf } from './stream-csv.ts'
import type { Encoding } from '#shared/encodings.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'encodings-'))))
afterAll(() => rm(folder, { recursive: true }))

/** The bytes of a text in an encoding of one byte a sign, by what each byte decodes to. */
const bytesIn = (encoding: Encoding, text: string): Buffer => {
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  if (encoding === 'utf-16le' || encoding === 'utf-8') return Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le')
  const decoder = new TextDecoder(encoding)
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from(Array.from(text, (sign) => byteOf.get(sign)!))
}
const read = async (bytes: Buffer, chosen?: Encoding) => {
  const path = join(folder, 'file.csv')
  await writeFile(path, bytes)
  const form = await detectCsvForm(path, chosen)
  const { createReadStream } = await import('node:fs')
  const rows: string[][] = []
  for await (const row of csvRecords(createReadStream(path), form)) rows.push(row)
  return { ...form, rows }
}

test.each<[Encoding, string]>([
  ['utf-8', 'nom;prénom;sexe\nKouamé;Aïssata;F\n'],
  ['utf-16le', 'nom;prénom;sexe\nKouamé;Aïssata;F\n'],
  ['utf-16be', 'nom;prénom;sexe\nKouamé;Aïssata;F\n'],
  ['windows-1252', 'nom;prénom;sexe\nKouamé;Aïssata;F\nN’Guessan;Hervé;M\n'],
  ['windows-1252', 'name,first\nMuñoz,José\n'],
  ['macintosh', 'nom;prénom;sexe\nGarçon;Élodie;F\nKouamé;Aïssata;F\nHervé;Zoé;M\n'],
  ['windows-1251', 'Фамилия;Имя;Пол\nИванов;Пётр;м\nПетрова;Анна;ж\n'],
  ['windows-1256', 'الاسم,الجنس,تاريخ الميلاد\nمحمد علي,ذكر,12/03/1980\nفاطمة حسن,أنثى,01/02/1990\n'],
])('finds %s by its letters', async (encoding, text) => {
  const found = await read(bytesIn(encoding, text))
  expect([found.encoding, found.isCertain]).toEqual([encoding, true])
  expect(found.rows.map((row) => row.join(found.delimiter)).join('\n')).toBe(text.trim())
})

test('reads Chinese and Japanese files, and says where it is not sure', async () => {
  // 姓名,性别 / 王小明,男 in GB18030; 氏名,性別 / 山田太郎,男 in Shift_JIS
  const chinese = Buffer.from('d0d5c3fb2cd0d4b1f00acdf5d0a1c3f72cc4d00ac0eec0f62cc5ae0a', 'hex')
  expect(await read(chinese)).toMatchObject({
    encoding: 'gb18030',
    rows: [
      ['姓名', '性别'],
      ['王小明', '男'],
      ['李丽', '女'],
    ],
  })
  const japanese = Buffer.from('8e8196bc2c90ab95ca0a8e52936391be98592c926a0a8db293a189d48e712c8f970a', 'hex')
  expect(await read(japanese, 'shift_jis')).toMatchObject({
    rows: [
      ['氏名', '性別'],
      ['山田太郎', '男'],
      ['佐藤花子', '女'],
    ],
  })
  const short = await read(bytesIn('windows-1251', 'name;sex\nЖуков;м\n'))
  expect([short.encoding, short.isCertain, short.rows[1]]).toEqual(['windows-1251', false, ['Жуков', 'м']])
})

test('refuses what is no text, and a chosen encoding that does not fit', async () => {
  await expect(read(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]))).rejects.toMatchObject({ status: 400 })
  await expect(read(Buffer.from('Kouam\u00e9\n', 'latin1'), 'utf-8')).rejects.toMatchObject({
    status: 400,
    fields: { encoding: expect.anything() },
  })
})

test('the sign between cells is the one of most lines, whatever a title above holds', () => {
  expect(delimiterOf('Ministry of Health, County, 2026\n\nName;Sex;Price\nA;f;1,5\nB;m;2,5\n')).toBe(';')
  expect(delimiterOf('a;b\n1,5;2,5\n')).toBe(';')
  expect(delimiterOf('name\tsex\nA, B\tf\n')).toBe('\t')
  expect(delimiterOf('name\nAnn\n')).toBe(',')
})
