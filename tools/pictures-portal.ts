// What is pictured of the patients' portal, of announcements and of notifications.
import { phone, type Picture, wide } from './pictures.ts'

const administrator = 'administrator@demo.kliniki.example'
const somebody = 'patient@demo.kliniki.example'

export const portalPictures: readonly Picture[] = [
  {
    name: 'patient-overview',
    address: '/patient-overview',
    sign: 'Next appointment',
    person: somebody,
    looks: [phone, { ...phone, dark: true }, wide],
  },
  { name: 'patient-medicines', address: '/patient-overview/prescriptions', sign: 'Medicines', person: somebody, looks: [phone] },
  {
    name: 'announcement',
    address: '/dashboard/announcements/1',
    sign: 'Who has read it',
    person: 'receptionist@demo.kliniki.example',
    looks: [wide, phone],
  },
  { name: 'notifications', address: '/dashboard/notifications', sign: 'Notifications', person: administrator, looks: [wide, phone] },
]
