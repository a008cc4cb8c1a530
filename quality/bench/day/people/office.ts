import { ask, getGreeting, listMessages } from '#features/assistant/contract.ts'
import { listPatients } from '#features/patients/contract.ts'
import { addRecord, getRecord, listRecords, searchRecords } from '#features/records/contract.ts'
import {
  labTurnaround,
  labWorkload,
  dispensedByItem,
  dispensingWaits,
  purchases,
  stockUsed,
  stockValue,
  dayClose,
  debtors,
  saleByDate,
  salesByPayer,
  salesByService,
  totalByPaymentMode,
} from '#features/reports/contract.ts'
import { getLabDashboard } from '#features/laboratory/contract-reports.ts'
import { addDays } from '#shared/zoned.ts'
import type { Day, Work } from './facility.ts'
import type { Person } from './person.ts'

const letters = [
  'Seen in the chest clinic. Known hypertensive on amlodipine 5 mg once daily. Blood pressure 150/95 mmHg, temperature 38.6. Impression: pneumonia.',
  'Discharged after three days with malaria, treated with artemether-lumefantrine. Haemoglobin 10.2 g/dL. Review in one week.',
  'Referred for an ultrasound of the abdomen. Allergic to penicillin: rash. Takes metformin 500 mg twice a day.',
]
const words = ['malaria', 'pneumonia', 'blood pressure', 'amlodipine', 'penicillin', 'ultrasound']

/** The records officer: papers from elsewhere are added to records, looked for and looked at. */
export const keepRecords: Work = async (person, { known }) => {
  const { dice } = person
  person.turnTo()
  const rows = await person.read(listRecords, { query: { limit: 25 } })
  await person.think(20)
  await person.ask(searchRecords, { query: { q: dice.pick(words), limit: 25 } })
  await person.think(15)
  const [first] = rows
  if (first) await person.ask(getRecord, { params: { id: first.id } })
  if (dice.chance(0.3)) await person.read(listPatients, { query: { limit: 25, sort: '-last_visit' } })
  const { id: patient } = dice.pick(known)
  await person.write(
    { kind: 'document', what: ({ patient: of }) => ({ patient: of }) },
    addRecord,
    {
      body: {
        patient,
        title: `Letter ${dice.integer(1, 1_000_000)}`,
        kind: 'referral letter',
        text: `${dice.pick(letters)} ${dice.integer(1, 1e9)}`,
      },
    },
    { may: ['deactivated', 'restricted'] },
  )
  await person.think(60)
}

/** What a manager reads: money, medicines, stock and the laboratory, of a day, a month or a quarter. */
export const readReports: Work = async (person, { booked }) => {
  const { dice } = person
  const from = addDays(booked, -dice.pick([0, 7, 30, 91]))
  const range = { start_date: from, end_date: booked }
  person.turnTo()
  const reports = [
    () => person.ask(dayClose, { query: { date: booked } }),
    () => person.ask(totalByPaymentMode, { query: range }),
    () => person.ask(salesByPayer, { query: range }),
    () => person.ask(salesByService, { query: range }),
    () => person.ask(saleByDate, { body: range }),
    () => person.ask(debtors, { query: {} }),
    ...(person.role === 'sysadmin'
      ? [
          () => person.ask(labTurnaround, { query: range }),
          () => person.ask(labWorkload, { query: range }),
          () => person.ask(getLabDashboard, { query: {} }),
          () => person.ask(dispensedByItem, { query: range }),
          () => person.ask(dispensingWaits, { query: range }),
          () => person.ask(stockValue, { query: {} }),
          () => person.ask(stockUsed, { query: range }),
          () => person.ask(purchases, { query: range }),
        ]
      : []),
  ]
  await dice.pick(reports)()
  await person.think(60)
}

const questions = (person: Person, { known }: Day) => {
  const { first_name, second_name } = person.dice.pick(known)
  return [
    'How many visits today?',
    'How many patients were registered this week?',
    'What was the income this month by payment mode?',
    'Which drugs are running low?',
    'Who waits for the doctor?',
    'Top five diagnoses this month',
    `When was the last visit of ${first_name} ${second_name}?`,
    'How many malaria tests were positive this month?',
  ]
}

/** Somebody who asks the assistant instead of looking for a report. */
export const askAssistant: Work = async (person, day) => {
  person.turnTo()
  await Promise.all([person.read(getGreeting), person.read(listMessages, { query: { limit: 25 } })])
  await person.think(20)
  await person.write({ kind: 'question', what: ({ status }) => ({ status }) }, ask, {
    body: { question: person.dice.pick(questions(person, day)), follows: null },
  })
  await person.think(40)
}
