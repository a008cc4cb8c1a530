import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react'
import { call, query } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { createRequestRemark, getPrescriptionRequest } from '../contract-requests.ts'
import type { RequestWithRemarks } from './request-status.tsx'
import styles from './request-remarks.module.css'

type Side = 'patient' | 'pharmacy'

const LONGEST = 500
const ASK_AGAIN_MS = 60_000

const Remark = ({
  remark: { body, is_from_patient, at, by_name },
  side,
}: {
  remark: RequestWithRemarks['remarks'][number]
  side: Side
}) => {
  const isOwn = is_from_patient === (side === 'patient')
  const who = side === 'patient' ? (isOwn ? t('You') : t('The pharmacy')) : by_name
  return (
    <li className={`sunken outlined round-l pad-4-5 self-start ${styles.remark}`} data-own={isOwn || undefined}>
      <span className="small t3">
        <bdi>{who}</bdi> · <span className="num">{dateTime(at)}</span>
      </span>
      <p className="keeps-lines break-anywhere">{body}</p>
    </li>
  )
}

const Box = ({ request, side }: { request: RequestWithRemarks; side: Side }) => {
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const hint = useId()
  const send = async () => {
    if (text.trim() === '' || isSending) return
    setSending(true)
    try {
      await call(createRequestRemark, { params: { id: request.id }, body: { body: text } })
      setText('')
      void queryClient.invalidateQueries()
      toast.done(side === 'patient' ? t('Sent. The pharmacy will answer here.') : t('Sent; the patient is notified.'))
    } catch (error) {
      toast.failed(error)
    }
    setSending(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form className="stack gap-4" onSubmit={submit}>
      <Textarea
        label={side === 'patient' ? t('Your answer') : t('Question to the patient')}
        aria-describedby={hint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LONGEST}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="form-foot">
        <span id={hint} className="small t3 grow">
          {side === 'pharmacy' && t('The patient is notified and reads the question on their own page.')}
        </span>
        <Button type="submit" disabled={text.trim() === ''} loading={isSending}>
          {side === 'patient' ? t('Answer') : t('Ask patient')}
        </Button>
      </div>
    </form>
  )
}

/** Questions of the pharmacy and answers of the patient, with the box for the next one. */
export const RequestRemarks = ({ request, side, mayWrite }: { request: RequestWithRemarks; side: Side; mayWrite: boolean }) => (
  <>
    {request.remarks.length > 0 && (
      <ol className="stack gap-4" aria-label={t('Questions and answers')}>
        {request.remarks.map((remark) => (
          <Remark key={remark.id} remark={remark} side={side} />
        ))}
      </ol>
    )}
    {mayWrite && <Box request={request} side={side} />}
  </>
)

/** The same for the patient, who answers as long as it is not finished. */
export const OwnRequestRemarks = ({ id }: { id: number }) => {
  // Patients hear no news of prescriptions: they ask.
  const asked = useQuery({ ...query(getPrescriptionRequest, { params: { id } }), refetchInterval: ASK_AGAIN_MS })
  return (
    <FourStates query={asked} loading={<Loading rows={2} height={32} />}>
      {(request) => (
        <RequestRemarks request={request} side="patient" mayWrite={request.status !== 'declined' && request.status !== 'done'} />
      )}
    </FourStates>
  )
}
