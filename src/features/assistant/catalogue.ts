import { sql } from 'kysely'
import { announcementQuestions } from '#features/announcements/index.ts'
import { analysersQuestions } from '#features/analysers/index.ts'
import { appointmentQuestions } from '#features/appointments/index.ts'
import { attendanceQuestions } from '#features/attendance/index.ts'
import { companyQuestions } from '#features/company/index.ts'
import { consultationQuestions } from '#features/consultations/index.ts'
import { deathQuestions } from '#features/deaths/index.ts'
import { diagnosisQuestions } from '#features/diagnoses/index.ts'
import { labCatalogueQuestions } from '#features/lab-catalogue/index.ts'
import { laboratoryQuestions } from '#features/laboratory/index.ts'
import { patientQuestions, patientName } from '#features/patients/index.ts'
import { pregnancyQuestions } from '#features/pregnancies/index.ts'
import { recordQuestions } from '#features/records/index.ts'
import { referralQuestions } from '#features/referrals/index.ts'
import { triageQuestions } from '#features/triage/index.ts'
import { userQuestions } from '#features/users/index.ts'
import { billingQuestions } from '#features/billing/index.ts'
import { catalogueQuestions } from '#features/catalogue/index.ts'
import { chargeQuestions } from '#features/charges/index.ts'
import { insuranceQuestions } from '#features/insurance/index.ts'
import { pharmacyQuestions } from '#features/pharmacy/index.ts'
import { prescriptionQuestions } from '#features/prescriptions/index.ts'
import { purchasingQuestions } from '#features/purchasing/index.ts'
import { stockQuestions } from '#features/stock/index.ts'
import type { Subject, Topics, Vocabulary } from '#platform/questions/subject.ts'

const topics: readonly Topics[] = [
  companyQuestions,
  userQuestions,
  patientQuestions,
  pregnancyQuestions,
  deathQuestions,
  attendanceQuestions,
  appointmentQuestions,
  triageQuestions,
  consultationQuestions,
  diagnosisQuestions,
  referralQuestions,
  labCatalogueQuestions,
  laboratoryQuestions,
  analysersQuestions,
  billingQuestions,
  catalogueQuestions,
  chargeQuestions,
  insuranceQuestions,
  pharmacyQuestions,
  prescriptionQuestions,
  purchasingQuestions,
  stockQuestions,
  recordQuestions,
  announcementQuestions,
]

/** Whatever has a patient can be told apart by patients. */
const withPatients = (subject: Subject): Subject => {
  if (!subject.patient || subject.name === 'patients') return subject
  return {
    ...subject,
    joins: {
      ...subject.joins,
      whose: sql`left join lateral (select ${patientName} as name from patients p where p.id = ${subject.patient}) whose on true`,
    },
    dimensions: {
      ...subject.dimensions,
      patient: {
        is: 'named',
        title: 'Patient',
        words: ['patient', 'client'],
        key: subject.patient,
        sql: sql`whose.name`,
        joins: ['whose'],
        vocabulary: '',
        access: ['patients.view'],
      },
    },
  }
}

/** Everything that questions can be about. */
export const subjects: readonly Subject[] = topics.flatMap((topic) => topic.subjects).map(withPatients)
/** The names that questions may use. */
export const vocabularies: readonly Vocabulary[] = topics.flatMap((topic) => topic.vocabularies ?? [])

const byName = new Map(subjects.map((subject) => [subject.name, subject]))
/** A subject by its name; throws for one that there is not. */
export const subjectOf = (name: string): Subject => {
  const subject = byName.get(name)
  if (!subject) throw new Error(`Nothing is called ${name}`)
  return subject
}
