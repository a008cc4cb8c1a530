import { isoInstant } from './calendar.ts'
import type { Department } from './clinic.ts'
import type { SomeVisit } from './load-rows.ts'
import { random } from './random.ts'
import { staffOf } from './visits.ts'

/** A patient sent on from a visit. `by`, `doctor` and the like are indexes into `staff`. */
export interface PlannedReferral {
  visit: string
  type: 'internal' | 'external'
  status: 'pending' | 'accepted' | 'declined' | 'completed'
  is_urgent: boolean
  service: string
  note: string
  doctor: number | null
  department: Department | null
  provider: string | null
  provider_email: string | null
  at: string
  by: number
  reply: string | null
  status_at: string
  status_by: number
  status_reason: string | null
}

type To = Pick<PlannedReferral, 'service' | 'note' | 'is_urgent'> & { provider: string; email: string; reply: string }
const county = { provider: 'County Referral Hospital', email: 'referrals@county-hospital.example' }
const eyes = { provider: 'Lakeview Eye Hospital', email: 'desk@lakeview-eye.example' }
const hearts = { provider: 'City Heart Centre', email: 'referrals@heart-centre.example' }

/** Where people are sent on to, by what they came for. */
const outside: Readonly<Record<string, To>> = {
  'cataract': { ...eyes, service: 'Cataract surgery', is_urgent: false, note: 'Mature cataract on the right, counting fingers. Pressure and sugar controlled.', reply: 'Operated under local anaesthesia, lens in place. Vision 6/12 after a week. Drops for four weeks, review here in a month.' },
  'hernia': { ...county, service: 'Surgical outpatients', is_urgent: false, note: 'Reducible inguinal hernia, pain on lifting. Fit for anaesthesia.', reply: 'Repaired with mesh as a day case. Stitches out after ten days at your clinic, no lifting for six weeks.' },
  'appendicitis': { ...county, service: 'Surgical emergency', is_urgent: true, note: 'Guarding right iliac fossa, WBC 15, ultrasound shows a thick appendix. Ceftriaxone given, line in place.', reply: 'Appendix removed the same night, not perforated. Home on day two, dressing at your clinic.' },
  'stroke': { ...county, service: 'Medical emergency, CT head', is_urgent: true, note: 'Sudden weakness of one side within hours, pressure high, sugar normal.', reply: 'CT: infarct of the left middle cerebral artery. Started on aspirin and atorvastatin, physiotherapy twice a week.' },
  'angina': { ...hearts, service: 'Cardiology', is_urgent: true, note: 'Chest tightness on effort, flat T in V4-V6, troponin negative. On aspirin, atorvastatin and amlodipine.', reply: 'Exercise test positive at stage 2. Bisoprolol 2.5 mg added, angiography on the waiting list. Please go on with aspirin.' },
  'snake-bite': { ...county, service: 'Emergency, antivenom', is_urgent: true, note: 'Bite of the foot, swelling to the knee and rising, clotting 8 minutes. Two lines of saline.', reply: 'Two vials of antivenom, swelling gone after three days. Limb saved, walks.' },
  'kidney-review': { ...county, service: 'Renal clinic', is_urgent: false, note: 'Creatinine rising over three visits in spite of controlled pressure.', reply: 'Stage 4. Losartan to be stopped if potassium passes 5.5. We go on with three-monthly visits.' },
  'hepatitis-b': { ...county, service: 'Liver clinic', is_urgent: false, note: 'HBsAg positive, ALT raised twice. Partner and children screened.', reply: 'Viral load 2,300 IU/ml, no fibrosis. No treatment now; ALT every six months.' },
} // prettier-ignore
const most = 10

interface Inside {
  keys: readonly string[]
  service: string
  note: string
  doctor?: number
  department?: Department
  status: 'pending' | 'accepted'
}
const doctors = staffOf('Doctor')
const inside: readonly Inside[] = [
  { keys: ['palpitations', 'chest-pain'], service: 'Second opinion', note: 'Palpitations at rest, thyroid and Hb normal. Please look at the ECG and advise.', doctor: 0, status: 'pending' },
  { keys: ['new-diabetes', 'diabetes-review'], service: 'Diabetes clinic', note: 'HbA1c still high on full metformin. Insulin? Please see this week.', doctor: 0, status: 'pending' },
  { keys: ['heavy-periods', 'pelvic-inflammation'], service: 'Gynaecology', note: 'Uterus felt above the pubis, Hb below 10. Ultrasound and opinion, please.', doctor: 1, status: 'pending' },
  { keys: ['hypertension-review'], service: 'Uncontrolled blood pressure', note: 'Above 160 on two drugs, takes them. Secondary cause?', doctor: 2, status: 'accepted' },
  { keys: ['dental-caries', 'gingivitis'], service: 'Filling', note: 'Second carious molar, left as no time today.', department: 'Dental', status: 'pending' },
  { keys: ['malnutrition', 'anaemia-child'], service: 'Nutrition', note: 'Weight below the line for two months. Supplementary feeding and teaching of the mother.', department: 'Maternal and child health', status: 'pending' },
] // prettier-ignore

const DAY = 86_400_000

const leftDoctor = (visit: SomeVisit) => visit.moves.findLast(({ from }) => from === 'doctor')

/** A handful of referrals from visits that are over, given in order of time: inside the house still open, to others mostly answered. Nothing after `until`. */
export const referralsOf = (visits: readonly SomeVisit[], until: Date): PlannedReferral[] => {
  const seen = visits.filter((visit) => visit.track === 'complete' && leftDoctor(visit)).toReversed()
  const used = new Set<number>()
  const first = (keys: readonly string[]) => {
    const found = seen.find(({ reason_key, patient }) => keys.includes(reason_key) && !used.has(patient))
    if (found) used.add(found.patient)
    return found
  }
  const own = inside.flatMap(({ keys, service, note, doctor, department, status }): PlannedReferral[] => {
    const visit = first(keys)
    const move = visit && leftDoctor(visit)
    if (!move) return []
    const asked = doctor === undefined ? null : (doctors[doctor] as number)
    const by = move.by === asked ? (doctors.find((other) => other !== asked) as number) : move.by
    const answered = status === 'accepted' ? isoInstant(Math.min(Date.parse(move.at) + 3 * 3_600_000, until.getTime())) : move.at
    const rest = { provider: null, provider_email: null, reply: null, status_reason: null, is_urgent: false }
    return [{ ...rest, visit: visit.source, type: 'internal', status, service, note, doctor: asked, department: department ?? null, at: move.at, by, status_at: answered, status_by: status === 'accepted' && asked !== null ? asked : by }] // prettier-ignore
  })
  const rng = random('referrals')
  const sent = seen.filter(({ reason_key }) => outside[reason_key]).filter((_, i) => i < 60 && i % 4 === 0).slice(0, most) // prettier-ignore
  const others = sent.flatMap((visit): PlannedReferral[] => {
    const to = outside[visit.reason_key]
    const move = leftDoctor(visit)
    if (!to || !move) return []
    const answered = Date.parse(move.at) + rng.integer(3, 24) * DAY
    const isAnswered = answered < until.getTime() && rng.chance(0.85)
    return [
      {
        visit: visit.source,
        type: 'external',
        status: isAnswered ? 'completed' : 'pending',
        is_urgent: to.is_urgent,
        service: to.service,
        note: to.note,
        doctor: null,
        department: null,
        provider: to.provider,
        provider_email: to.email,
        at: move.at,
        by: move.by,
        reply: isAnswered ? to.reply : null,
        status_at: isAnswered ? isoInstant(answered) : move.at,
        status_by: move.by,
        status_reason: null,
      },
    ]
  })
  return [...own, ...others]
}
