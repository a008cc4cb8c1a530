import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workRules } from '#platform/http/work-rules.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLetter, recordCalls, RECORDS } from '../../testing/scenarios/records.ts'

let clinic: TestClinic
const sockets: Socket[] = []
beforeAll(async () => {
  clinic = await openTestClinic()
  await clinic.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await clinic.close()
})
const { upload } = recordCalls(() => clinic)

/** Announces a file of a thousand bytes and sends the first few of them: what is answered meanwhile, if anything. */
const begin = async ({ token }: Person) => {
  const socket = connect((clinic.app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  const answered = { text: '' }
  socket.on('data', (more) => (answered.text += String(more)))
  socket.write(
    `POST ${RECORDS} HTTP/1.1\r\nHost: clinic\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n--x\r\n`,
  )
  return answered
}

const aPatientAccount = async () => {
  const person = await clinic.signedInFrom('Patient', 'patient')
  await aPatient(clinic.db, { user_id: person.id })
  return person
}

test('an account that is linked with no record is refused before its body is there', async () => {
  const stranger = await clinic.signedInFrom('Patient', 'patient')
  const answered = await begin(stranger)
  await expect.poll(() => answered.text).toContain('"not_linked"')
  expect(answered.text).toContain('409 Conflict')
  const rows = await clinic.db.selectFrom('upload_usage').selectAll().where('owner', '=', `user ${stranger.id}`).execute()
  expect(rows).toEqual([])
})

test('files of patients that never arrive take half of the room, and a member of staff sends theirs meanwhile', async () => {
  const half = workRules.upload.all / 2
  const ofEach = workRules.upload.inside
  const accounts = await Promise.all(Array.from({ length: half / ofEach + 1 }, aPatientAccount))
  const begun: Awaited<ReturnType<typeof begin>>[] = []
  for (const account of accounts) for (let number = 0; number < ofEach; number++) begun.push(await begin(account))
  await expect.poll(() => begun.filter(({ text }) => text.includes('503')).length).toBe(ofEach)
  const doctor = await clinic.signedInFrom('Doctor', 'doctor')
  const patient = String((await aPatient(clinic.db)).id)
  expect((await upload(doctor, { patient }, aLetter())).status).toBe(201)
  expect((await upload(await aPatientAccount(), {}, aLetter())).status).toBe(503)
})
