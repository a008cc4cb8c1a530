// The pages that have no picture in pictures.ts: seen beside the others with --all, to check one language of the whole program.
import type { Shown } from './subjects.ts'
import { type Picture, wide } from './pictures.ts'

const people = {
  administrator: 'administrator@demo.kliniki.example',
  receptionist: 'receptionist@demo.kliniki.example',
  labManager: 'laboratory-manager@demo.kliniki.example',
  technician: 'laboratory-technician@demo.kliniki.example',
  pharmacist: 'pharmacist@demo.kliniki.example',
} as const

const page = (name: string, address: string, sign: string | RegExp, who: keyof typeof people): Picture => ({
  name,
  address,
  sign,
  person: people[who],
  looks: [wide],
})

const LAB = '/dashboard/laboratory'
const BOOKED = '/dashboard/appointments'

export const pagePictures = ({ patient }: Shown): Picture[] => {
  const part = (tab: string, sign: string | RegExp) =>
    page(`patient-${tab}`, `/dashboard/patients/${patient}?tab=${tab}`, sign, 'administrator')
  return [
    { name: 'account', address: '/auth/register', sign: 'Register as a patient', looks: [wide] },
    page('no-page', '/dashboard/nowhere', 'Page not found', 'receptionist'),
    page('profile', '/dashboard/profile', 'My active sessions', 'receptionist'),
    page('duplicates', '/dashboard/patients/duplicates', 'Likely duplicates', 'administrator'),
    part('triage', 'Trend'),
    part('consultations', 'Problem list'),
    part('laboratory', 'Results over time'),
    part('prescriptions', 'Current medicines'),
    part('letters', 'Write letter'),
    part('appointments', 'Today and later'),
    part('billing', 'Balance due'),
    part('details', 'Last name'),
    part('kin', 'Add next of kin'),
    part('cover', 'Add identifier'),
    part('allergies', 'Record allergy'),
    part('access', 'Activity'),
    page('calendar-week', `${BOOKED}?view=week`, /^\d+ appointments/, 'receptionist'),
    page('calendar-month', `${BOOKED}?view=month`, 'Appointments of each day', 'receptionist'),
    page('leave', `${BOOKED}/schedules?tab=leave`, 'Add leave', 'administrator'),
    page('holidays', `${BOOKED}/schedules?tab=holidays`, 'Add holiday', 'administrator'),
    page('triage-settings', '/dashboard/administration/triage-settings', 'Vital sign limits', 'administrator'),
    page('lab-public', `${LAB}/public-requests`, 'Show', 'technician'),
    page('lab-profiles', `${LAB}/catalogue/profiles`, 'Full blood count', 'labManager'),
    page('lab-specimens', `${LAB}/catalogue/specimens`, 'Containers, in the order of draw', 'labManager'),
    page('lab-settings', `${LAB}/settings`, 'Laboratory workflow', 'labManager'),
    page('analyser-messages', `${LAB}/analysers/messages`, 'Answered', 'labManager'),
    page('sent-prescriptions', '/dashboard/pharmacy?tab=requests', 'Show', 'pharmacist'),
    page('documents-sent', '/dashboard/records?show=unverified', 'Sent by patients', 'administrator'),
  ]
}
