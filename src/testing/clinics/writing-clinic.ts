import { queueMessage } from '#features/messages/public.ts'
import { sendDue } from '#features/messages/server/send-due.ts'
import { aPatient } from '../builders.ts'
import { openTestClinic } from '../clinic.ts'
import { openMailServer } from '../servers/mail-server.ts'
import { openSmsGateway } from '../servers/sms-gateway.ts'

type Request = Parameters<typeof queueMessage>[1]

/** 10:30 and 23:00 in Nairobi, of Monday 2 March 2026. */
export const MORNING = new Date('2026-03-02T07:30:00Z')
export const NIGHT = new Date('2026-03-02T20:00:00Z')
export const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

/** A clinic in Nairobi that writes to patients through a mail server and a gateway of this machine. */
export const openWritingClinic = async () => {
  const [clinic, mail, gateway] = await Promise.all([openTestClinic(), openMailServer(), openSmsGateway()])
  const { db } = clinic
  const { id: patient } = await aPatient(db)
  await db.updateTable('company').set({ name: 'Tumaini Clinic', time_zone: 'Africa/Nairobi', phone1: '+254700000001' }).execute()
  let serial = 0

  const setUp = (more: object = {}) =>
    db
      .updateTable('message_settings')
      .set({
        email_is_on: true,
        smtp_host: 'localhost',
        smtp_port: mail.port,
        smtp_security: 'none',
        from_address: 'desk@tumaini.example',
        sms_is_on: true,
        sms_url: gateway.url,
        sms_id_path: 'data.id',
        country_code: '254',
        quiet_from: '20:00',
        quiet_to: '07:00',
        ...more,
      })
      .execute()
  const queue = (more: Partial<Request> = {}, tx = db) =>
    queueMessage(tx, {
      kind: 'confirmed',
      recipient: { email: 'achieng@mail.example', phone: '0712345678', patient },
      values: {
        first_name: 'Achieng',
        day: '2026-03-04',
        time: '10:30',
        doctor: 'Dr Kamau',
        number: 'A-1',
        link: 'https://clinic.example/booking/x',
      },
      entity: { kind: 'appointment', id: 1000 + ++serial },
      onceKey: `test ${serial}`,
      now: MORNING,
      ...more,
    })
  const latest = (count: number) => db.selectFrom('messages').selectAll().orderBy('id', 'desc').limit(count).execute()
  return {
    clinic,
    mail,
    gateway,
    patient,
    setUp,
    queue,
    emailTo: (email: string, more: Partial<Request> = {}) => queue({ recipient: { email }, ...more }),
    /** One run of the job at this moment. */
    run: (now = MORNING) =>
      sendDue({
        db,
        now,
        codeKey: clinic.codeKey,
        publicUrl: 'https://clinic.example',
        publish: () => {},
        signal: new AbortController().signal,
      }),
    latest,
    last: async () => (await latest(1))[0]!,
    /** Nothing waits and nothing was received: for the next test. */
    clear: async () => {
      mail.received.length = 0
      gateway.calls.length = 0
      await db.updateTable('messages').set({ state: 'skipped' }).where('state', 'in', ['queued', 'sending']).execute()
      await setUp()
    },
    close: async () => {
      await mail.close()
      await gateway.close()
      await clinic.close()
    },
  }
}
export type WritingClinic = Awaited<ReturnType<typeof openWritingClinic>>
