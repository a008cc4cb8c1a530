import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { administrator, api, type House, openHouse, setUp } from './house.ts'
import { opposites, walkRooms } from './looks.ts'

const WAY_MS = 240_000

let house: House
let browser: Browser
let token: string
beforeAll(async () => {
  ;[house, browser] = await Promise.all([openHouse(), openBrowser()])
  token = await setUp(house)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

const send = <T = { id: number }>(method: string, path: string, body: unknown) => api<T>(house.url, method, path, { token, body })
const post = <T = { id: number }>(path: string, body: unknown) => send<T>('POST', path, body)

interface Visit {
  id: number
  triage: number
  process_test_req: number
}
/** Somebody at a place of the house, seen by a nurse and, where it is a doctor, written about. */
const somebody = async (first_name: string, track: string) => {
  const patient = await post('/patients/patients/', {
    first_name,
    second_name: 'Nyambura wa Kamau-Odhiambo',
    gender: 'female',
    date_of_birth: '1988-02-03',
    not_a_duplicate: true,
    allergies: [{ substance: 'Penicillin', category: 'drug', severity: 'severe' }],
  })
  const visit = await post<Visit>('/patients/initiate-attendance-process/', { patient: patient.id, reason: 'Fever and flank pain', track })
  return { patient: patient.id, visit }
}

const vitals = {
  temperature: 39.4,
  pulse: 118,
  systolic: 92,
  diastolic: 60,
  respiration: 26,
  spo2: 89,
  weight: 71.5,
  height: 162,
  level: 2,
}

test(
  'the queues of nurses and doctors, and everything of a visit',
  async () => {
    await somebody('Zawadi', 'triage')
    const { patient, visit } = await somebody('Amani', 'doctor')
    await send('PATCH', `/patients/triage/${visit.triage}/`, { ...vitals, consciousness: 'alert', on_oxygen: false, version: 1 })
    const [exempt] = await send<{ id: number }[]>('GET', '/catalogue/tax-classes/', undefined)
    const item = (name: string, category: string) =>
      post('/catalogue/items/', { name, category, unit: 'tablet', tax_class: exempt?.id, price: '120.00' })
    const drug = await item('Paracetamol 500 mg tablet', 'drug')
    const [specimen] = await send<{ id: number }[]>('GET', '/lab/specimens/', undefined)
    const culture = await post('/lab/lab-test-panel/', {
      code: 'UCUL',
      name: 'Urine culture',
      kind: 'text',
      specimen: specimen?.id,
      create_item: true,
    })
    await post('/lab/lab-test-requests/', { process: visit.process_test_req, panels: [{ test_panel: culture.id }] })
    await post('/patients/prescriptions/', {
      attendance_process: visit.id,
      prescribed_drugs: [{ item: drug.id, directions: '1 tab tds 5/7 after food' }],
    })
    await post('/patients/referrals/', {
      attendance_process: visit.id,
      provider: 'County hospital',
      service: 'Ultrasound',
      note: 'Kidneys',
    })
    await post(`/patients/patients/${patient}/problems/`, { title: 'Type 2 diabetes', onset_on: '2017-05-01' })
    const note = {
      attendance_process: visit.id,
      complaint: 'Fever for three days',
      plan: 'Culture first',
      diagnoses: [{ title: 'Pyelonephritis' }],
    }
    await post('/patients/consultations/', { ...note, sign: true })
    await post('/patients/consultations/', { ...note, complaint: 'Back with the result', diagnoses: [] })
    const parts = ['visit', 'overview', 'triage', 'consultations', 'prescriptions']
    await walkRooms(
      browser,
      house.url,
      [
        { address: '/dashboard/nursing-interface', sign: 'Zawadi' },
        { address: '/dashboard/doctor-interface', sign: 'Amani' },
        { address: '/dashboard/pharmacy', sign: 'Amani' },
        ...parts.map((tab) => ({ address: `/dashboard/patients/${patient}?tab=${tab}`, sign: 'Amani' })),
        { address: '/dashboard/administration/diagnoses', sign: 'Malaria' },
        { address: '/dashboard/administration/drugs', sign: 'Drugs and safety' },
        { address: '/dashboard/administration/triage-settings', sign: 'Triage scale' },
      ],
      { person: administrator, shown: opposites },
    )
  },
  WAY_MS,
)
