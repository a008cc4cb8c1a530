import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileStore } from '#platform/files/store.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { hostileFiles } from '../../testing/inputs/hostile-files.ts'
import { describeReference } from '../../testing/inputs/reference.ts'
import type { Company } from './contract.ts'

let clinic: TestClinic
let manager: Person
let photo: Buffer
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInAs(['company.view', 'company.change'])
  photo = await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#0b7285' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'A careless photographer' }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' } })
    .toBuffer()
})
afterAll(() => clinic.close())

type Part = { name: string; value: string | Buffer; filename?: string; type?: string }

/** Sends a form the way a browser does. */
const putForm = async (parts: Part[], { token = manager.token, url = '/company/company/' } = {}) => {
  const form = new FormData()
  for (const { name, value, filename = 'logo.png', type = 'image/png' } of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)], { type }), filename)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '', ...(token && { authorization: `Bearer ${token}` }) }
  return clinic.app.inject({ method: 'PUT', url, headers, payload })
}
const putLogo = (value: Buffer, more: Partial<Part> = {}) =>
  putForm([
    { name: 'name', value: 'Mji Clinic' },
    { name: 'logo', value, ...more },
  ])
const getLogo = (headers = {}) => clinic.app.inject({ method: 'GET', url: '/company/logo/', headers })
const countFiles = async () => (await clinic.db.selectFrom('files').select('id').execute()).length
const version = async () => (await manager.call('GET', '/company/company/')).json<Company>().version

test('without a logo there is none', async () => {
  expect((await getLogo()).statusCode).toBe(404)
})
test('a logo is taken with the details, re-encoded, made smaller, and robbed of position and author', async () => {
  const reply = await putForm([
    { name: 'name', value: 'Mji Clinic' },
    { name: 'address1', value: '' },
    { name: 'version', value: String(await version()) },
    { name: 'logo', value: photo },
  ])
  expect([reply.statusCode, reply.json<Company>().has_logo]).toEqual([200, true])
  const logo = await getLogo()
  expect([logo.statusCode, logo.headers['content-type'], logo.headers['x-content-type-options']]).toEqual([200, 'image/png', 'nosniff'])
  const { format, width, height, exif } = await sharp(logo.rawPayload).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'png', width: 512, height: 256, exif: undefined })
  expect(logo.rawPayload.includes('careless')).toBe(false)
})
test('a browser that has the logo is told so', async () => {
  const { etag } = (await getLogo()).headers
  const again = await getLogo({ 'if-none-match': etag })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
})
test('a logo of several megabytes is taken, one beyond the limit is not', async () => {
  // As it comes from a scanner that compresses nothing.
  const noise = await sharp(Buffer.alloc(1000 * 1000 * 3, 200), { raw: { width: 1000, height: 1000, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(noise.length).toBeGreaterThan(2_000_000)
  expect((await putLogo(noise)).statusCode).toBe(200)
  const before = await countFiles()
  const large = await putLogo(Buffer.concat([noise, Buffer.alloc(3_000_000)]))
  expect([large.statusCode, large.json()]).toEqual([400, { logo: ['The file is larger than 5 MB.'] }])
  expect(await countFiles()).toBe(before)
})
test('the logo goes when it is asked to', async () => {
  await putLogo(photo)
  const reply = await manager.call('PUT', '/company/company/', { name: 'Mji Clinic', remove_logo: true })
  expect(reply.json<Company>().has_logo).toBe(false)
  expect((await getLogo()).statusCode).toBe(404)
})
test('a logo needs somebody who is signed in and may change the clinic, and the clinic', async () => {
  const clerk = await clinic.signedInAs(['company.view'])
  const parts = [
    { name: 'name', value: 'X' },
    { name: 'logo', value: photo },
  ]
  const before = await countFiles()
  expect((await putForm(parts, { token: '' })).statusCode).toBe(401)
  expect((await putForm(parts, { token: clerk.token })).statusCode).toBe(403)
  expect((await putForm(parts, { url: '/company/company/2/' })).statusCode).toBe(404)
  expect(await countFiles()).toBe(before)
})
test('a broken field keeps the logo out, too', async () => {
  const before = await countFiles()
  const reply = await putForm([
    { name: 'name', value: '' },
    { name: 'logo', value: photo },
  ])
  expect([reply.statusCode, Object.keys(reply.json<object>())]).toEqual([400, ['name']])
  expect(await countFiles()).toBe(before)
})
test('a null character in a form is refused like one in JSON', async () => {
  const reply = await putForm([
    { name: 'name', value: 'Mji\0Clinic' },
    { name: 'logo', value: photo },
  ])
  expect([reply.statusCode, reply.json()]).toEqual([400, { name: ['Null characters are not allowed.'] }])
})
test('a logo is sent once, as a file', async () => {
  const twice = await putForm([
    { name: 'name', value: 'X' },
    { name: 'logo', value: photo },
    { name: 'logo', value: photo },
  ])
  expect([twice.statusCode, twice.json()]).toEqual([400, { logo: ['Send this field once.'] }])
  expect(
    (
      await putForm([
        { name: 'name', value: 'X' },
        { name: 'portrait', value: photo },
      ])
    ).json(),
  ).toEqual({ portrait: ['Unknown file field.'] })
  expect(
    (
      await putForm([
        { name: 'name', value: 'X' },
        { name: 'logo', value: Buffer.alloc(0) },
      ])
    ).json(),
  ).toEqual({ logo: ['The file is empty.'] })
})
test('bytes behind the picture do not survive', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#fff' } })
    .png()
    .toBuffer()
  expect((await putLogo(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]))).statusCode).toBe(200)
  expect((await getLogo()).rawPayload.includes('script')).toBe(false)
})
test('half a picture is refused', async () => {
  const reply = await putLogo(photo.subarray(0, photo.length / 2))
  expect([reply.statusCode, reply.json()]).toEqual([400, { logo: ['This image is damaged and cannot be read.'] }])
})
test('other kinds of picture are refused, whatever they are called', async () => {
  const square = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
  const refused = ['Choose an image: PNG, JPEG, WEBP, at most 30 million pixels.']
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>')
  for (const bytes of [
    svg,
    await square.clone().gif().toBuffer(),
    await square.clone().tiff().toBuffer(),
    await square.clone().avif().toBuffer(),
  ]) {
    const reply = await putLogo(bytes)
    expect([reply.statusCode, reply.json()]).toEqual([400, { logo: refused }])
  }
})

/** Sends files as logos; those that got in, whose pixels alone are kept then. */
const sentAsLogo = async (files: Iterable<readonly [name: string, bytes: Buffer]>) => {
  const taken: string[] = []
  for (const [name, bytes] of files) {
    const before = await countFiles()
    const reply = await putLogo(bytes, { filename: name })
    if (reply.statusCode === 200) {
      taken.push(name)
      const logo = (await getLogo()).rawPayload
      expect((await sharp(logo).metadata()).format, name).toBe('png')
      expect(/script|html|http|careless/i.test(logo.toString('latin1')), name).toBe(false)
    } else {
      expect([name, reply.statusCode, Object.keys(reply.json<object>())]).toEqual([name, 400, ['logo']])
      expect(await countFiles(), name).toBe(before)
    }
  }
  return taken
}
test('no hostile file gets in: refused, or its pixels alone are kept', async () => {
  expect(await sentAsLogo(await hostileFiles())).toEqual([
    'plain.png',
    'two-endings.html.png',
    'page-behind-a-picture.png',
    'taken-at-home.jpg',
  ])
})
describeReference('security/hostile-files', 'hostile files that others made', (dir) => {
  test('none gets in: refused, or its pixels alone are kept', async () => {
    const names = readdirSync(dir)
    expect(names.length).toBeGreaterThan(20)
    const taken = await sentAsLogo(names.map((name) => [name, readFileSync(join(dir, name))] as const))
    expect(taken).not.toContain('pixel-bomb-50000x50000.png')
  })
})

test('a logo whose file is gone, or is encrypted with other keys, is answered with what is wrong, and not as a fault', async () => {
  const bytes = Buffer.from('of another clinic')
  const { sha256, size } = await fileStore(join(clinic.dataDir, 'files'), randomBytes(32)).put(bytes)
  const file = { sha256, size, type: 'image/png', name: 'logo.png', created_at: clinic.clock.now }
  const { id } = await clinic.db.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow()
  await clinic.db.updateTable('company').set({ logo_file_id: id }).execute()
  const asked = async () => {
    const reply = await clinic.call('GET', '/company/logo/')
    return [reply.status, reply.json()]
  }
  const refused = [409, expect.objectContaining({ code: 'document_unreadable' })]
  expect(await asked()).toEqual(refused)
  rmSync(join(clinic.dataDir, 'files', sha256.slice(0, 2), sha256))
  expect(await asked()).toEqual(refused)
})
