import { dateOf, dayOf, weekdayOf } from './calendar.ts'
import type { Patient } from './people.ts'

export const groups = [
  'System administrator',
  'Receptionist',
  'Nurse',
  'Doctor',
  'Laboratory technician',
  'Laboratory manager',
  'Pharmacist',
  'Cashier',
  'Accountant',
  'Storekeeper',
  'Procurement officer',
  'Records officer',
  'Patient',
] as const
export type Group = (typeof groups)[number]

export const company = {
  name: 'Riverside Clinic',
  address: 'Kingfisher Lane 14, Riverside',
  city: 'Nairobi',
  country: 'Kenya',
  postal_address: 'P.O. Box 4410-00100, Nairobi',
  phone: '+254700000100',
  second_phone: '+254700000101',
  email: 'desk@demo.kliniki.example',
  website: 'https://demo.kliniki.example',
  currency: 'KES',
  time_zone: 'Africa/Nairobi',
  opening_hours: 'Monday to Friday 08:00-17:00, Saturday 08:00-13:00, Sunday 09:00-13:00 for emergencies',
} as const

/** The payers; a patient's `insurance.payer` is an index into this list. `share` is their share of the insured. */
export const insuranceCompanies = [
  {
    name: 'Umoja Health Fund',
    code: 'UHF',
    phone: '+254700000201',
    email: 'claims@umoja.example',
    address: 'Hill Road 3, Nairobi',
    share: 46,
  },
  {
    name: 'Baobab Medical Cover',
    code: 'BMC',
    phone: '+254700000202',
    email: 'claims@baobab.example',
    address: 'Ridge Park, Nairobi',
    share: 20,
  },
  {
    name: 'Savanna Assurance',
    code: 'SAV',
    phone: '+254700000203',
    email: 'care@savanna.example',
    address: 'Mill Square 9, Nairobi',
    share: 14,
  },
  {
    name: 'Lakeside Insurance',
    code: 'LKS',
    phone: '+254700000204',
    email: 'health@lakeside.example',
    address: 'Harbour Street 21, Kisumu',
    share: 9,
  },
  {
    name: 'Coral Coast Insurance',
    code: 'CCI',
    phone: '+254700000205',
    email: 'claims@coralcoast.example',
    address: 'Palm Avenue 7, Mombasa',
    share: 6,
  },
  {
    name: 'Teachers Mutual Cover',
    code: 'TMC',
    phone: '+254700000206',
    email: 'desk@teachersmutual.example',
    address: 'College Road 2, Nakuru',
    share: 5,
  },
] as const

export const departments = [
  'Reception',
  'Outpatient',
  'Maternal and child health',
  'Laboratory',
  'Pharmacy',
  'Treatment room',
  'Imaging',
  'Dental',
] as const
export type Department = (typeof departments)[number]

const staffMember = (
  group: Group,
  first_name: string,
  second_name: string,
  gender: 'female' | 'male',
  address: string,
  title: string | null = null,
) => ({
  group,
  first_name,
  second_name,
  gender,
  email: `${address}@demo.kliniki.example`,
  title,
})
export type StaffMember = ReturnType<typeof staffMember>

/** The accounts of the demonstration clinic: first one person per group, then the colleagues. Visits name staff by index into this list. */
export const staff: readonly StaffMember[] = [
  staffMember('System administrator', 'Naomi', 'Wachira', 'female', 'administrator'),
  staffMember('Receptionist', 'Mercy', 'Atieno', 'female', 'receptionist'),
  staffMember('Nurse', 'Josephine', 'Mutua', 'female', 'nurse'),
  staffMember('Doctor', 'Daniel', 'Kiprotich', 'male', 'doctor', 'Dr'),
  staffMember('Laboratory technician', 'Brian', 'Wafula', 'male', 'laboratory-technician'),
  staffMember('Laboratory manager', 'Hetal', 'Shah', 'female', 'laboratory-manager'),
  staffMember('Pharmacist', 'Abdirahman', 'Noor', 'male', 'pharmacist'),
  staffMember('Cashier', 'Lilian', 'Moraa', 'female', 'cashier'),
  staffMember('Accountant', 'Peter', "Ng'ang'a", 'male', 'accountant'),
  staffMember('Storekeeper', 'Josphat', 'Musyoka', 'male', 'storekeeper'),
  staffMember('Procurement officer', 'Karimi', 'Gitonga', 'female', 'procurement-officer'),
  staffMember('Records officer', 'Salim', 'Bakari', 'male', 'records-officer'),
  staffMember('Patient', 'Grace', 'Wanjiku', 'female', 'patient'),
  staffMember('Doctor', 'Achieng', 'Odhiambo', 'female', 'achieng.odhiambo', 'Dr'),
  staffMember('Doctor', 'Harpreet', 'Sidhu', 'female', 'harpreet.sidhu', 'Dr'),
  staffMember('Doctor', 'Yonas', 'Tesfaye', 'male', 'yonas.tesfaye', 'Dr'),
  staffMember('Doctor', 'Wanjiru', 'Kamau', 'female', 'wanjiru.kamau', 'Dr'),
  staffMember('Nurse', 'Eunice', 'Chebet', 'female', 'eunice.chebet'),
  staffMember('Nurse', 'Zainab', 'Omar', 'female', 'zainab.omar'),
  staffMember('Nurse', 'Collins', 'Barasa', 'male', 'collins.barasa'),
  staffMember('Nurse', 'Béatrice', 'Mukendi', 'female', 'beatrice.mukendi'),
  staffMember('Receptionist', 'Kevin', 'Mwangi', 'male', 'kevin.mwangi'),
  staffMember('Laboratory technician', 'Faith', 'Nyambura', 'female', 'faith.nyambura'),
  staffMember('Pharmacist', 'Caroline', 'Simiyu', 'female', 'caroline.simiyu'),
  staffMember('Cashier', 'Dennis', 'Koech', 'male', 'dennis.koech'),
]

/**
 * The patient behind the account `patient@…`, first in the list of patients; what she came for is in account.ts. `today` is `YYYY-MM-DD`.
 */
export const demoPatient = (today: string): Patient => {
  const year = Number(today.slice(0, 4))
  const twoYearsAgo = dayOf(today) - 729
  const registered = weekdayOf(twoYearsAgo) === 0 ? twoYearsAgo + 1 : twoYearsAgo
  const account = staff.find((member) => member.group === 'Patient') as StaffMember
  return {
    first_name: account.first_name,
    second_name: account.second_name,
    other_names: 'Nyambura',
    single_name: false,
    gender: 'female',
    date_of_birth: `${year - 35}-03-14`,
    is_birth_date_estimated: false,
    phone: '+254700000312',
    email: account.email,
    national_id: '40123456',
    residence: 'Kilimani, Nairobi',
    address: 'Jacaranda Court, house 7',
    next_of_kin: { first_name: 'Peter', second_name: 'Kamau', relationship: 'husband', phone: '+254700000313' },
    insurance: { payer: 0, member_number: 'UHF-0004412-01' },
    allergies: [{ substance: 'Penicillin', category: 'drug', reaction: 'Rash', severity: 'moderate' }],
    alerts: [],
    chronic_conditions: ['hypertension'],
    registered_at: `${dateOf(registered)}T06:12:00.000Z`,
  }
}
