import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconFileText, IconRefresh, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { RecordKind, recordKinds } from '#features/records/contract-fields.ts'
import { documentKindWord } from '#web/text/document-kinds.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Status } from '#web/ui/status.tsx'
import { sizeText } from './file-rules.ts'
import type { Queue, Upload } from './queue.ts'
import styles from '../records.module.css'

const PERCENT = 100

const FindingState = ({ upload: { state, share, why } }: { upload: Upload }) => {
  const percent = Math.round(share * PERCENT)
  switch (state) {
    case 'chosen':
      return <Status tone="inactive">{t('Not sent yet')}</Status>
    case 'queued':
      return <Status tone="waiting">{t('Queued')}</Status>
    case 'sending':
      return (
        <span className={`in-row gap-4 ${styles.uploadProgress}`}>
          <progress max={PERCENT} value={percent} aria-label={t('Sent')} />
          <span className="small num t2">{percent < PERCENT ? t('{n} %', { n: number(percent) }) : t('Checking')}</span>
        </span>
      )
    case 'sent':
      return why === null ? <Status tone="done">{t('Added')}</Status> : <Status tone="attention">{why}</Status>
    default:
      return <Status tone="critical">{state === 'refused' ? t('Cannot be sent') : t('Not sent')}</Status>
  }
}

const Facts = ({ upload, queue }: { upload: Upload; queue: Queue }) => {
  const { id, title, kind, document_date, file } = upload
  return (
    <span className={`grid gap-4 phone-one ${styles.uploadFacts}`}>
      <TextInput
        aria-label={t('Title of {name}', { name: file.name })}
        placeholder={t('Title')}
        autoComplete="off"
        maxLength={200}
        value={title}
        onChange={(event) => queue.change(id, { title: event.currentTarget.value })}
      />
      <Select
        aria-label={t('Type of {name}', { name: file.name })}
        placeholder={t('Type')}
        clearable
        clearButtonProps={{ 'aria-label': t('No type') }}
        data={recordKinds.map((value) => ({ value, label: documentKindWord(value) }))}
        value={kind}
        onChange={(next) => queue.change(id, { kind: RecordKind.safeParse(next).data ?? null })}
      />
      <DateField
        aria-label={t('Date on {name}', { name: file.name })}
        placeholder={t('Document date')}
        daysOnly
        value={document_date}
        onChange={(day) => queue.change(id, { document_date: day })}
      />
    </span>
  )
}

interface Props {
  upload: Upload
  queue: Queue
  /** Where the record that it became opens. */
  addressOf: (record: number) => string
  /** Leaves out the boxes: somebody of the clinic says what it is. */
  isPlain?: boolean
}

/** A file on its way: what it is, how far it has gone, and the way to try again. */
export const QueueLine = ({ upload, queue, addressOf, isPlain = false }: Props) => {
  const { id, file, title, state, why, record } = upload
  const isOpen = state === 'chosen' || state === 'failed'
  return (
    <li className={`grid line-top gap-2-5 pad-4-0 items-centre ${styles.uploadLine}`} data-state={state}>
      <IconFileText size={20} stroke={1.25} aria-hidden className="t3" />
      <span className={`stack min-w-0 gap-1 ${styles.uploadWhat}`}>
        {isOpen && !isPlain ? (
          <Facts upload={upload} queue={queue} />
        ) : record === null ? (
          <b className="clip">{title || file.name}</b>
        ) : (
          <Link className="link strong clip" to={addressOf(record)}>
            {title || file.name}
          </Link>
        )}
        <span className="small t3 num clip" title={file.name}>
          {file.name} · {sizeText(file.size)}
        </span>
        {(state === 'refused' || state === 'failed') && (
          <span className="small break-anywhere critical-text" role="alert">
            {why}
          </span>
        )}
      </span>
      <FindingState upload={upload} />
      <span className={`row ${styles.uploadActions}`}>
        {state === 'failed' && (
          <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => queue.retry(id)}>
            {t('Try again')}
          </Button>
        )}
        {state === 'sending' || state === 'queued' ? (
          <Button onClick={() => queue.stop(id)}>{t('Cancel')}</Button>
        ) : (
          <ActionIcon
            aria-label={t('Remove {name} from the list', { name: file.name })}
            size="var(--k-control)"
            onClick={() => queue.remove(id)}
          >
            <IconX size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </li>
  )
}
