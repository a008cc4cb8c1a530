import { Button, TextInput } from '@mantine/core'
import { useState, lazy, Suspense, useRef, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { listPrescriptionRequests, createPrescriptionRequest } from '#calls/pharmacy/contract-requests.ts'
import { pages, query, ApiError, call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { AskAgain, type Chosen, ChooseAgain } from './chosen.tsx'
import { EarlierPrescriptions } from './earlier.tsx'
import { IconInbox, IconPill, IconCamera } from '@tabler/icons-react'
import { RequestState } from '#features/pharmacy/web/request-status.tsx'
import { dateTime, dayOf, date } from '#web/text/format.ts'
import { Empty, Loading, FourStates } from '#web/ui/four-states.tsx'
import { OwnList } from '../own-list.tsx'
import type { SentRequest, OwnMedicine } from './calls.ts'
import { useQuery, useMutation } from '@tanstack/react-query'
import { listOwnMedicines } from '#calls/portal/contract.ts'
import { wordsOf } from '#features/prescriptions/web/drug-name.tsx'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import resultsStyles from '../results/results.module.css'
import prescriptionsStyles from './prescriptions.module.css'
import pageStyles from '../portal-pages.module.css'

const MEGABYTE = 1_048_576
const { maxBytes, types } = createPrescriptionRequest.files.public_prescription

/** Why a file cannot be sent, in words; null when it can be tried. The server looks again, at the content. */
const refusalOf = (file: File): string | null => {
  if (!(types as readonly string[]).includes(file.type)) return t('Send a photo (JPEG or PNG) or a PDF.')
  return file.size > maxBytes ? t('File too large: at most {n} MB.', { n: maxBytes / MEGABYTE }) : null
}
const errorOf = (error: unknown): string =>
  error instanceof ApiError && error.fields['public_prescription']
    ? error.fields['public_prescription'].map((text) => t(text)).join(' ')
    : messageOf(error)

/** Sends a prescription to the clinic's pharmacy as photo or PDF. */
const SendPrescription = ({ onSent }: { onSent: () => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [note, setNote] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const sending = useMutation({
    mutationFn: (chosen: File) =>
      call(createPrescriptionRequest, { body: { ...(note.trim() !== '' && { note }) } }, { files: { public_prescription: chosen } }),
    onSuccess: () => {
      setFile(null)
      setNote('')
      void queryClient.invalidateQueries()
      toast.done(t('Sent. The pharmacy will answer here.'))
      onSent()
    },
  })
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    sending.reset()
    const why = refusalOf(chosen)
    setRefusal(why)
    setFile(why === null ? chosen : null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file) sending.mutate(file)
  }
  const failure = refusal ?? (sending.error ? errorOf(sending.error) : null)
  return (
    <section className="section" aria-label={t('Send a prescription')}>
      <h2>{t('Send a prescription')}</h2>
      <p>{t('Send a photo or PDF of a prescription to our pharmacy; the reply appears here.')}</p>
      <form className={`stack gap-6 ${resultsStyles.ownStack}`} onSubmit={submit}>
        <input
          ref={input}
          type="file"
          hidden
          accept={types.join(',')}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        <Button leftSection={<IconCamera size={18} aria-hidden />} onClick={() => input.current?.click()}>
          {file ? file.name : t('Take a photo or choose a file')}
        </Button>
        {failure !== null && (
          <Note tone="critical" alert>
            {failure}
          </Note>
        )}
        {file && (
          <>
            <TextInput
              label={t('Message to the pharmacy')}
              autoComplete="off"
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <Button type="submit" variant="filled" loading={sending.isPending}>
              {t('Send')}
            </Button>
          </>
        )}
      </form>
    </section>
  )
}

interface Props {
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

const Medicine = ({ medicine, ...choosing }: Props & { medicine: OwnMedicine }) => {
  const { id, origin, name, until, is_ending, refill_refusal } = medicine
  return (
    <li className={`stack break-anywhere gap-2 pad-5-0 ${prescriptionsStyles.ownMedicine}`}>
      <b>{name}</b>
      <span>{wordsOf(medicine)}</span>
      {until !== null && <span className="num">{t('Until {day}', { day: date(until) })}</span>}
      {is_ending && <Status tone="attention">{t('Running out soon')}</Status>}
      {origin === 'elsewhere' && <span className="small t3">{t('From elsewhere, as reported by you.')}</span>}
      {origin === 'prescribed' && <ChooseAgain id={id} name={name} refusal={refill_refusal} {...choosing} />}
    </li>
  )
}

/** What the patient takes now, and how. */
const MedicinesNow = (choosing: Props) => {
  const asked = useQuery(query(listOwnMedicines, { query: {} }))
  const empty = (
    <Empty icon={IconPill} title={t('No medicines now')}>
      {t('Medicines prescribed by the clinic appear here, with how to take them.')}
    </Empty>
  )
  return (
    <FourStates query={asked} isEmpty={(rows) => rows.length === 0} empty={empty}>
      {(rows) => (
        <section className="section" aria-label={t('Take now')}>
          <h2>{t('Take now')}</h2>
          <ul className={pageStyles.list}>
            {rows.map((row) => (
              <Medicine key={`${row.origin} ${row.id}`} medicine={row} {...choosing} />
            ))}
          </ul>
        </section>
      )}
    </FourStates>
  )
}

const OwnRequestRemarks = lazy(async () => ({
  default: (await import('#features/pharmacy/web/request-remarks-panel.tsx')).OwnRequestRemarks,
}))

const PAGE = 10

const Sent = ({ row: request }: { row: SentRequest }) => {
  const { id, status, date_created, note, file, lines, answer, remark_count, is_handed_out } = request
  return (
    <li className={`stack break-anywhere gap-2 pad-5-0 ${prescriptionsStyles.ownMedicine}`}>
      <span className="row">
        <b className="grow num" title={dateTime(date_created)}>
          {dayOf(date_created)}
        </b>
        <RequestState request={request} />
      </span>
      <span>{lines.length > 0 ? lines.map(({ item_name }) => item_name).join(', ') : file?.name}</span>
      {note !== null && <span className="small t3">{note}</span>}
      {answer !== null && <span>{t('Reply: {text}', { text: answer })}</span>}
      {status === 'asked' && <b>{t('The pharmacy has a question.')}</b>}
      {status === 'done' && !is_handed_out && <b>{t('Ready. Come for it when we are open.')}</b>}
      {remark_count > 0 && (
        <Suspense fallback={<Loading rows={2} />}>
          <OwnRequestRemarks id={id} />
        </Suspense>
      )}
    </li>
  )
}

/** What the patient sent the pharmacy, with what it answered. */
const SentRequests = () => {
  const list = usePages(pages(listPrescriptionRequests, { query: { limit: PAGE } }))
  const empty = (
    <Empty icon={IconInbox} title={t('Nothing sent yet')}>
      {t('Send a photo of a prescription, or request a refill; the reply appears here.')}
    </Empty>
  )
  return <OwnList rows={list} title={t('Prescriptions I sent')} empty={empty} line={Sent} />
}

const parts = ['now', 'earlier', 'sent'] as const
type Part = (typeof parts)[number]

/** Whatever part is shown, a question of the pharmacy is not missed. */
const Question = ({ onShow }: { onShow: () => void }) => {
  const { data = [] } = usePages(pages(listPrescriptionRequests, { query: { status: 'asked', limit: 1 } }))
  if (data.length === 0) return null
  return (
    <Note tone="attention">
      {t('The pharmacy has a question.')}{' '}
      <Button variant="subtle" onClick={onShow}>
        {t('Read and reply')}
      </Button>
    </Note>
  )
}

/** What a patient takes and took, what they asked the pharmacy for, and asking again. */
export const PrescriptionsPage = () => {
  const [params, setParams] = useSearchParams()
  const part = parts.find((one) => one === params.get('show')) ?? 'now'
  const show = (next: Part) => setParams(next === 'now' ? {} : { show: next }, { replace: true })
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const choosing = { chosen, onChoose: setChosen }
  return (
    <Page title={t('My medicines')} narrow>
      <div className={`stack gap-6 ${resultsStyles.ownStack}`}>
        <ChoiceField
          label={t('Show')}
          data={[
            { value: 'now', label: t('Now') },
            { value: 'earlier', label: t('Earlier') },
            { value: 'sent', label: t('Sent') },
          ]}
          value={part}
          onChange={show}
        />
        {part !== 'sent' && <Question onShow={() => show('sent')} />}
        {part === 'now' && <MedicinesNow {...choosing} />}
        {part === 'earlier' && <EarlierPrescriptions {...choosing} />}
        {part === 'sent' && <SentRequests />}
        {part !== 'earlier' && chosen.size === 0 && <SendPrescription onSent={() => show('sent')} />}
        <AskAgain
          chosen={chosen}
          onSent={() => {
            setChosen(new Map())
            show('sent')
          }}
        />
      </div>
    </Page>
  )
}
