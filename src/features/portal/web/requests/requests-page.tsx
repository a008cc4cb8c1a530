import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconFlask, IconCamera } from '@tabler/icons-react'
import { Link, useSearchParams, useNavigate } from 'react-router'
import {
  listPublicLabRequests,
  getPublicLabFile,
  getPublicLabRequest,
  createPublicLabRequest,
} from '#features/laboratory/contract-public.ts'
import { pages, fetchFile, query, ApiError, call, messageOf } from '#web/calls/api.ts'
import { dayOf, dateTime, clinicZone, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status, Note } from '#web/ui/status.tsx'
import { OwnList } from '../own-list.tsx'
import { OwnLine, BackTo, OwnFacts } from '../own-line.tsx'
import { REQUESTS, wishWord, type LabWish } from './labels.ts'
import { useQuery, useMutation } from '@tanstack/react-query'
import { isMissing, NoSuchDocument } from '#web/ui/document.tsx'
import { SentFile } from '#web/ui/sent-file.tsx'
import resultsStyles from '../results/results.module.css'
import pageStyles from '../portal-pages.module.css'
import { useRef, useState, type FormEvent } from 'react'
import { listProfiles } from '#calls/lab-catalogue/contract.ts'
import { addDays, instantOf } from '#shared/zoned.ts'
import { refreshAfter } from '#web/calls/query-client.ts'
import { intentKey } from '#web/calls/intent-key.ts'
import { toast } from '#web/messages/toast.tsx'

const MEGABYTE = 1_048_576
const { maxBytes, types } = createPublicLabRequest.files.lab_request
/** When in the day they would come, by the clinic's clock. */
const hours = () => [
  { value: '08:00', label: t('Morning') },
  { value: '12:00', label: t('Midday') },
  { value: '15:00', label: t('Afternoon') },
]

/** Why a file cannot be sent, in words; null when it can be tried. The server looks again, at the content. */
const refusalOf = (file: File): string | null => {
  if (!(types as readonly string[]).includes(file.type)) return t('Send a photo (JPEG or PNG) or a PDF.')
  return file.size > maxBytes ? t('File too large: at most {n} MB.', { n: maxBytes / MEGABYTE }) : null
}

interface Wish {
  profile: string
  day: string
  hour: string
  note: string
  file: File | null
}

const useAsking = () => {
  const go = useNavigate()
  const [key] = useState(intentKey)
  return useMutation({
    mutationFn: ({ profile, day, hour, note, file }: Wish) =>
      call(
        createPublicLabRequest,
        {
          body: {
            test_profile: Number(profile),
            appointment_date: instantOf(day, hour, clinicZone()).toISOString(),
            ...(note.trim() !== '' && { note: note.trim() }),
          },
        },
        { files: { lab_request: file }, idempotencyKey: key.get() },
      ),
    onSuccess: async () => {
      toast.done(t('Sent. The laboratory will reply here.'))
      await go(REQUESTS, { replace: true })
    },
    onSettled: (_, error) => {
      key.settle(error ?? undefined)
      refreshAfter(error)
    },
  })
}

/** The photo or PDF of the doctor's paper. */
const RequestFile = ({ file, choose }: { file: File | null; choose: (file: File | null) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join(',')}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (!chosen) return
          const why = refusalOf(chosen)
          setRefusal(why)
          choose(why === null ? chosen : null)
        }}
      />
      <Button leftSection={<IconCamera size={18} aria-hidden />} onClick={() => input.current?.click()}>
        {file ? file.name : t('Add a photo or PDF of the doctor’s form')}
      </Button>
      {refusal !== null && (
        <Note tone="critical" alert>
          {refusal}
        </Note>
      )}
    </>
  )
}

const Form = ({ profiles }: { profiles: readonly { id: number; name: string }[] }) => {
  const [wish, setWish] = useState<Wish>(() => ({ profile: '', day: addDays(today(), 1), hour: '08:00', note: '', file: null }))
  const [isMissing, setMissing] = useState(false)
  const asking = useAsking()
  const set = (change: Partial<Wish>) => setWish({ ...wish, ...change })
  const wrong = asking.error instanceof ApiError ? asking.error.fields : {}
  const message = (field: string) => wrong[field]?.map((text) => t(text)).join(' ')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isWhole = wish.profile !== '' && wish.day !== ''
    setMissing(!isWhole)
    if (isWhole) asking.mutate(wish)
  }
  const failure = message('lab_request') ?? (asking.error && Object.keys(wrong).length === 0 ? messageOf(asking.error) : undefined)
  return (
    <form className={`stack gap-6 ${resultsStyles.ownStack}`} onSubmit={submit}>
      <NativeSelect
        label={t('Which test?')}
        value={wish.profile}
        error={isMissing && wish.profile === '' ? t('Choose a test.') : message('test_profile')}
        data={[{ value: '', label: t('Choose') }, ...profiles.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={(event) => set({ profile: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('Which day would suit you?')}
        min={today()}
        value={wish.day}
        error={isMissing && wish.day === '' ? t('Choose a day.') : message('appointment_date')}
        onChange={(event) => set({ day: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('What time of day?')}
        value={wish.hour}
        data={hours()}
        onChange={(event) => set({ hour: event.currentTarget.value })}
      />
      <RequestFile file={wish.file} choose={(file) => set({ file })} />
      <Textarea
        label={t('Message to the laboratory')}
        maxLength={500}
        autosize
        minRows={2}
        value={wish.note}
        error={message('note')}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
      {failure && (
        <Note tone="critical" alert>
          {failure}
        </Note>
      )}
      <div className={`wrap flex gap-4 sticky-end layer-1 canvas ${pageStyles.foot}`}>
        <Button type="submit" variant="filled" loading={asking.isPending}>
          {t('Send')}
        </Button>
      </div>
    </form>
  )
}

/** Asks for a laboratory test: which, when, and with which paper. */
const AskNew = () => {
  const profiles = useQuery(query(listProfiles, { query: { active: 'true' } }))
  return (
    <>
      <BackTo to={REQUESTS}>{t('All tests')}</BackTo>
      <FourStates query={profiles}>{(found) => <Form profiles={found} />}</FourStates>
    </>
  )
}

const Seen = ({ request: wish }: { request: LabWish }) => {
  const { id, status, answer, file } = wish
  const { tone, word } = wishWord(status)
  return (
    <>
      <section className={`section stack gap-6 ${resultsStyles.ownStack}`} aria-label={wish.test_profile_name}>
        <p className="size-2xl strong">{wish.test_profile_name}</p>
        <Status tone={tone}>{word}</Status>
        {answer && <Note tone={status === 'cancelled' ? 'attention' : 'progress'}>{answer}</Note>}
        <OwnFacts
          rows={[
            [t('Preferred date'), dateTime(wish.appointment_date)],
            [t('Sent'), dateTime(wish.date_created)],
            [t('Your message'), wish.note],
          ]}
        />
        {status === 'done' && (
          <Button component={Link} to="/patient-overview/results">
            {t('View my results')}
          </Button>
        )}
      </section>
      {file && (
        <section className="section" aria-label={t('Form you sent')}>
          <h2>{t('Form you sent')}</h2>
          <SentFile
            queryKey={[getPublicLabFile.path, id]}
            load={async () => (await fetchFile(getPublicLabFile, { params: { id } })).blob}
            file={file}
            alt={t('Form you sent')}
          />
        </section>
      )}
    </>
  )
}

/** One test that the patient asked for, with the answer and the paper. */
const OwnRequest = ({ id }: { id: number }) => {
  const asked = useQuery(query(getPublicLabRequest, { params: { id } }))
  if (isMissing(asked)) return <NoSuchDocument title={t('Test not found')} to={REQUESTS} label={t('All tests')} />
  return (
    <>
      <BackTo to={REQUESTS}>{t('All tests')}</BackTo>
      <FourStates query={asked}>{(wish) => <Seen request={wish} />}</FourStates>
    </>
  )
}

const PAGE = 25

const Line = ({ row: { id, test_profile_name, appointment_date, status, answer } }: { row: LabWish }) => {
  const { tone, word } = wishWord(status)
  return (
    <OwnLine to={`${REQUESTS}?id=${id}`}>
      <b>{test_profile_name}</b>
      <span className="num">{dayOf(appointment_date)}</span>
      <span>
        <Status tone={tone}>{word}</Status>
      </span>
      {answer && <span>{t('Reply: {text}', { text: answer })}</span>}
    </OwnLine>
  )
}

const AllRequests = () => {
  const list = usePages(pages(listPublicLabRequests, { query: { limit: PAGE } }))
  const empty = (
    <Empty icon={IconFlask} title={t('No test requests yet')}>
      {t('Ask for a test here. Add a photo of the doctor’s form if you have one.')}
    </Empty>
  )
  return (
    <>
      <OwnList rows={list} title={t('My test requests')} empty={empty} line={Line} />
      <div className={`wrap flex gap-4 sticky-end layer-1 canvas ${pageStyles.foot}`}>
        <Button component={Link} to={`${REQUESTS}?new`} variant="filled" leftSection={<IconFlask size={20} aria-hidden />}>
          {t('Request a test')}
        </Button>
      </div>
    </>
  )
}

/** Laboratory tests that a patient asks for, and what the laboratory says to it. */
export const RequestsPage = () => {
  const [params] = useSearchParams()
  const id = Number(params.get('id'))
  const isNew = params.has('new')
  return (
    <Page title={isNew ? t('Request a test') : t('Laboratory tests')} narrow>
      <div className={`stack gap-6 ${resultsStyles.ownStack}`}>
        {isNew ? <AskNew /> : id > 0 ? <OwnRequest key={id} id={id} /> : <AllRequests />}
      </div>
    </Page>
  )
}
