import type { Endpoint } from '#shared/endpoint.ts'
import { patientTopics } from '#shared/topics.gen.ts'
import type { LiveNews } from './live-stream.ts'

/** What a question remembers of its endpoint: the topics its reply depends on, and the one record or patient that it is about, when it is. */
export interface LiveMeta {
  live?: readonly string[] | undefined
  record?: number | undefined
  /** What the record is a record of, as news calls it; the first topic unless said. Ids of other topics are of other records. */
  recordTopic?: string | undefined
  /** Whose all of the reply is. */
  patient?: number | undefined
  /** All of the reply is one patient's, whom it names. */
  namesPatient?: boolean | undefined
  /** Says of a reply that holds several records whether news is about one of them. */
  isAbout?: ((news: LiveNews) => boolean) | undefined
}

type Values = Readonly<Record<string, unknown>>
interface Asked {
  params?: Values | undefined
  query?: Values | undefined
}

// Whatever else lies under a patient is called by the patient's id.
const OF_PATIENT = '/patients/patients/{id}/'
const PATIENT = ['patient_id', 'patient', 'patient__id']
const INVOICE = ['invoice_id', 'invoice']
/** What belongs to one patient: whatever is asked for by one of these does. */
const OF_ONE = new Set([...INVOICE, 'process_id', 'process', 'attendance_process', 'visit', 'test_request_id', 'prescription_id', 'sample'])

const numberIn = (asked: Values, names: readonly string[]) => {
  const value = Number(names.map((name) => asked[name]).find((one) => one !== undefined && one !== '' && one !== null))
  return Number.isInteger(value) ? value : undefined
}

/** What news a question is told of, from how it is asked. */
export const liveMetaOf = (
  { path, live, paged }: Pick<Endpoint, 'path' | 'live' | 'paged'>,
  { params = {}, query = {} }: Asked,
): LiveMeta => {
  const asked = { ...query, ...params }
  const isOfPatient = path.startsWith(OF_PATIENT)
  const id = numberIn(params, ['id'])
  // The pages under an id are lists: news carries the ids of their lines. Only that of a bill always carries the bill's.
  const record = (paged ? undefined : id) ?? (live?.[0] === 'billing' ? numberIn(asked, INVOICE) : undefined)
  return {
    live,
    ...(record !== undefined && { record, ...(isOfPatient && { recordTopic: 'patients' }) }),
    patient: isOfPatient ? id : numberIn(asked, PATIENT),
    namesPatient: Object.keys(asked).some((name) => OF_ONE.has(name)),
  }
}

/** Whose the reply is: a record says so itself, and each line of a list that was asked for by what belongs to one patient. */
const patientIn = ({ record, namesPatient }: LiveMeta, reply: unknown): number | undefined => {
  if (!namesPatient && (record === undefined || Array.isArray(reply))) return undefined
  const one: unknown = Array.isArray(reply) ? reply[0] : reply
  if (typeof one !== 'object' || one === null || !('patient' in one)) return undefined
  return typeof one.patient === 'number' ? one.patient : undefined
}

/** Whose news it is: that of `patients` is of the patient whose id it carries. */
const patientOf = ({ topic, id, patient }: LiveNews) => (topic === 'patients' ? id : patientTopics.has(topic) ? patient : undefined)

const isOfAnother = (meta: LiveMeta, news: LiveNews, reply: unknown) => {
  const theirs = patientOf(news)
  const ours = theirs === undefined ? undefined : (meta.patient ?? patientIn(meta, reply))
  return ours !== undefined && ours !== theirs
}

/** Whether news makes a reply stale: one about a record is left alone by news of another, one about a patient by news of another. */
export const concerns = (meta: LiveMeta, news: LiveNews, reply: unknown): boolean => {
  const { live = [], record, recordTopic = live[0], isAbout } = meta
  const { topic, id } = news
  if (!live.includes(topic)) return false
  // That of a patient's own record carries the account, not what has changed.
  if (topic === 'portal') return true
  // Whoever it was done for: a receipt may be of the bills of two.
  if (!isAbout && record !== undefined && topic === recordTopic && id === record) return true
  if (isOfAnother(meta, news, reply)) return false
  if (id === undefined) return true
  if (isAbout) return isAbout(news)
  return record === undefined || topic !== recordTopic
}

/** Whether it is about the one record that is on the screen, which somebody else is at work on as well. */
export const isOfThis = ({ live = [], record, recordTopic = live[0], isAbout }: LiveMeta, news: LiveNews): boolean =>
  isAbout ? news.id !== undefined && isAbout(news) : record !== undefined && news.topic === recordTopic && news.id === record
