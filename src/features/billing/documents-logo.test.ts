import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBill } from '../../testing/scenarios/bills.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'

let clinic: TestClinic
let manager: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInAs(['billing.view', 'company.change', 'company.view'])
})
afterAll(() => clinic.close())

const print = async (paper: string) => {
  const { id } = await aBill(clinic.db)
  const headers = { authorization: `Bearer ${manager.token}` }
  const reply = await clinic.app.inject({ method: 'GET', url: `/billing/invoices/${id}/pdf/?paper=${paper}`, headers })
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  return reply.rawPayload
}
const pictures = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0

test.each(['a4', '80mm'])('a paper of %s bears the logo when there is one', async (paper) => {
  expect(pictures(await print(paper))).toBe(0)
  const logo = await sharp({ create: { width: 300, height: 120, channels: 4, background: '#0b7a73' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('name', 'Mwangaza Clinic')
  form.set('logo', new Blob([new Uint8Array(logo)], { type: 'image/png' }), 'logo.png')
  const sent = new Response(form)
  const saved = await clinic.app.inject({
    method: 'PUT',
    url: '/company/company/',
    headers: { authorization: `Bearer ${manager.token}`, 'content-type': sent.headers.get('content-type')! },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  expect(saved.statusCode, saved.body).toBe(200)
  expect(pictures(await print(paper))).toBeGreaterThan(0)
  expect((await manager.call('PUT', '/company/company/', { name: 'Mwangaza Clinic', remove_logo: true })).status).toBe(200)
})

test('a logo whose file is lost holds up no bill', async () => {
  const file = { sha256: 'a'.repeat(64), size: 1, type: 'image/png', name: 'logo.png', created_at: clinic.clock.now }
  const { id } = await clinic.db.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow()
  await clinic.db.updateTable('company').set({ logo_file_id: id }).execute()
  const pdf = await print('a4')
  expect(pictures(pdf)).toBe(0)
  expect(pdfPages(pdf).flat().join(' ')).toContain('Invoice')
})
