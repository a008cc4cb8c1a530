import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconCamera } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { createPrescriptionRequest, listPrescriptionRequests } from '#features/pharmacy/contract-requests.ts'
import { OwnRequestRemarks } from '#features/pharmacy/web/request-remarks-panel.tsx'
import { RequestState, type PrescriptionRequest } from '#features/pharmacy/web/request-status.tsx'
import { ApiError, call, messageOf, pages } from '#web/api.ts'
import { dateTime, dayOf } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/query-client.ts'
import { usePages } from '#web/rows.ts'
import { toast } from '#web/toast.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import './portal.css'

const PAGE = 10
const ASK_AGAIN_MS = 60_000
const MEGABYTE = 1_048_576
const { maxBytes, types } = createPrescriptionRequest.files.public_prescription

/** Why a file cannot be sent, in words; null when it can be tried. The server looks again, at the content. */
const refusalOf = (file: File): string | null => {
  if (!(types as readonly string[]).includes(file.type)) return t('Send a photo (JPEG or PNG) or a PDF.')
  return file.size > maxBytes ? t('The file is too large: {{n}} MB at most.', { n: maxBytes / MEGABYTE }) : null
}
const errorOf = (error: unknown): string =>
  error instanceof ApiError && error.fields['public_prescription']
    ? error.fields['public_prescription'].map((text) => t(text)).join(' ')
    : messageOf(error)

const Send = () => {
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
      toast.done(t('Sent. The pharmacy answers here.'))
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
    <form className="send-prescription" onSubmit={submit}>
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
  )
}

const Sent = ({ of: request }: { of: PrescriptionRequest }) => {
  const { id, status, date_created, note, file, answer, remark_count, is_handed_out } = request
  return (
    <li>
      <span className="row">
        <span className="grow num" title={dateTime(date_created)}>
          {dayOf(date_created)}
        </span>
        <RequestState of={request} />
      </span>
      <span className="small t3">{note ?? file.name}</span>
      {answer !== null && <span>{t('Answer: {{text}}', { text: answer })}</span>}
      {status === 'asked' && <b>{t('The pharmacy has a question.')}</b>}
      {status === 'done' && !is_handed_out && <b>{t('It is ready: come for it whenever we are open.')}</b>}
      {remark_count > 0 && <OwnRequestRemarks id={id} />}
    </li>
  )
}

const Mine = () => {
  // Patients hear no news of prescriptions: they ask.
  const list = usePages({ ...pages(listPrescriptionRequests, { query: { limit: PAGE } }), refetchInterval: ASK_AGAIN_MS })
  return (
    <FourStates of={list} loading={<Loading rows={2} height={32} />}>
      {(requests) =>
        requests.length > 0 && (
          <>
            <ul className="sent-prescriptions" aria-label={t('Prescriptions that I sent')}>
              {requests.map((request) => (
                <Sent key={request.id} of={request} />
              ))}
            </ul>
            {list.hasMore && (
              <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('Earlier ones')}
              </Button>
            )}
          </>
        )
      }
    </FourStates>
  )
}

/** Sends a prescription to the clinic's pharmacy as photo or PDF, and shows what became of it. */
export const MyPrescriptions = () => (
  <section className="section" aria-label={t('Send a prescription')}>
    <h2>{t('Send a prescription')}</h2>
    <p>{t('A photo or PDF of a prescription goes to our pharmacy; the answer appears here.')}</p>
    <Send />
    <Mine />
  </section>
)
