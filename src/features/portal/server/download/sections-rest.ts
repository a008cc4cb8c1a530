import { quantity } from '#platform/pdf/printed-values.ts'
import type { AccessSeen } from '#features/portal/contract.ts'
import type { DataRow } from '#features/portal/contract-data.ts'
import { careSections, type Fact, type Kind, type Section } from './sections.ts'

const bills: Section<DataRow<'bills'>> = {
  title: 'Bills',
  entry: (row, { word, day, money }) => ({
    head: row.number,
    side: day(row.issued_on),
    facts: [
      [null, word(row.status)],
      ['Total', money(row.total)],
      ['Insurer', row.insurer === null ? null : `${row.insurer}, ${money(row.insurer_total)}`],
      ['Your part', money(row.patient_total)],
      ['Paid', money(row.paid)],
      ['Credited', money(row.credited)],
      ['Still due', money(row.still_due)],
      ...row.lines.map((line): Fact => [null, `${line.name} × ${quantity(line.quantity)} · ${money(line.total)}`]),
      ...row.credit_notes.map((note): Fact => [
        'Credit note',
        `${note.number}, ${day(note.issued_on)}: ${money(note.total)}, ${note.reason}`,
      ]),
    ],
  }),
}
const receipts: Section<DataRow<'receipts'>> = {
  title: 'Payments and receipts',
  entry: (row, { word, day, money }) => ({
    head: row.number,
    side: day(row.received_on),
    facts: [
      [null, word(row.kind)],
      ['Total', money(row.total)],
      ['Reason', row.reason],
      ...row.payments.map((paid): Fact => [paid.mode, [money(paid.amount), paid.reference, ...paid.bills].filter(Boolean).join(' · ')]),
    ],
  }),
}
const appointments: Section<DataRow<'appointments'>> = {
  title: 'Appointments',
  entry: (row, { word, moment }) => ({
    head: row.reason,
    side: moment(row.starts_at),
    facts: [
      ['Number', row.number],
      ['Status', word(row.status)],
      ['Doctor', row.doctor],
      ['Service', row.service],
    ],
  }),
}
const documents: Section<DataRow<'documents'>> = {
  title: 'Documents',
  entry: (row, { t, word, day, moment }) => ({
    head: row.title,
    side: moment(row.added_at),
    facts: [
      [null, word(row.kind)],
      ['Date', day(row.document_date)],
      ['File', row.file],
      [null, row.is_from_patient ? t('Sent by you') : null],
    ],
  }),
}
const prescription_requests: Section<DataRow<'prescription_requests'>> = {
  title: 'Prescriptions that you sent',
  entry: (row, { word, moment }) => ({
    head: word(row.status) ?? '',
    side: moment(row.sent_at),
    facts: [
      ['Note', row.note],
      ['Answer', word(row.answer)],
      ...row.remarks.map(({ at, is_mine, text }): Fact => [is_mine ? 'You' : 'The clinic', `${moment(at)}: ${text}`]),
    ],
  }),
}
const laboratory_requests: Section<DataRow<'laboratory_requests'>> = {
  title: 'Laboratory requests that you sent',
  entry: (row, { word, moment }) => ({
    head: row.tests,
    side: moment(row.sent_at),
    facts: [
      [null, word(row.status)],
      ['Wanted for', moment(row.wanted_at)],
      ['Note', row.note],
      ['Answer', row.answer],
    ],
  }),
}
const messages: Section<DataRow<'messages'>> = {
  title: 'Messages to you',
  entry: (row, { word, moment }) => ({
    head: row.subject || row.address,
    side: moment(row.sent_at),
    facts: [
      [null, word(row.channel)],
      ['To', row.subject ? row.address : null],
      [null, row.text],
    ],
  }),
}
const whoWords = { you: 'You', staff: '', other: 'Another account', nobody: 'The clinic’s system' } as const
const access_log: Section<AccessSeen> = {
  title: 'Who looked at your record',
  entry: (row, { t, moment }) => ({
    head: row.who ?? t(whoWords[row.by]),
    side: moment(row.at),
    facts: [
      [null, row.profession === null ? null : t(row.profession)],
      [null, t(row.words.did, { what: t(row.words.what ?? '') })],
      [null, row.times === 1 ? null : `× ${row.times}`],
    ],
  }),
}

/** Every kind, in the order in which the paper tells it. */
export const sections: { [K in Kind]: Section<never> } = {
  ...careSections,
  bills,
  receipts,
  appointments,
  documents,
  prescription_requests,
  laboratory_requests,
  messages,
  access_log,
}
