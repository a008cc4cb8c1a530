import { Button } from '@mantine/core'
import { IconArrowsExchange, IconPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { findLikelyPatients, keepRecordHere, moveRecord, getRecord } from '#features/records/contract.ts'
import { call, query } from '#web/calls/api.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useAction } from '#web/calls/use-action.ts'
import { t } from '#web/i18n.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { useRights } from '#web/session/rights.ts'
import { birthOf } from '#web/text/birth.ts'
import { date, dateTime, number } from '#web/text/format.ts'
import { Note } from '#web/ui/status.tsx'
import { fieldWord, type Identity } from '../identity-labels.tsx'
import type { FullRecord } from '../record-types.ts'
import styles from './document.module.css'

const DAY = /^\d{4}-\d\d-\d\d$/
const sexWords: Record<string, () => string> = { female: () => t('Female'), male: () => t('Male') }
/** As it is on file, written as screens write it. */
const onFile = (value: string) => (DAY.test(value) ? date(value) : (sexWords[value]?.() ?? value))

const Differences = ({ identity, pages }: { identity: Identity; pages: number | null }) => (
  <ul className="stack gap-1">
    {identity.fields
      .filter(({ outcome }) => outcome === 'differs')
      .map(({ field, document, record, page }) => (
        <li key={`${field} ${page} ${document}`}>
          <b>{fieldWord(field)}</b>{' '}
          {record === null
            ? t('In the document: {document}', { document })
            : t('In the document: {document}. In the record: {record}', { document, record: onFile(record) })}
          {pages !== null && pages > 1 && <span className="t3"> {t('Page {n}', { n: number(page) })}</span>}
        </li>
      ))}
  </ul>
)

/** Moves the document to a likelier record, or keeps it here with a reason. */
const Choices = ({ record: { id, version, title, patient_name } }: { record: FullRecord }) => {
  const { can, allowed } = useRights()
  const { run, isRunning } = useAction()
  const navigate = useNavigate()
  const mayMove = can(moveRecord) && allowed('patients.view')
  const likely = useQuery({ ...query(findLikelyPatients, { params: { id }, query: {} }), enabled: mayMove })
  const move = (patient: number, name: string) =>
    run(
      async () => {
        const moved = await call(moveRecord, { params: { id }, body: { patient, version } })
        queryClient.setQueryData(query(getRecord, { params: { id } }).queryKey, moved)
        await navigate(`/dashboard/patients/${patient}/records/${id}`, { replace: true })
      },
      t('Document moved to the record of {name}.', { name }),
    )
  const keep = async () => {
    const reason = await askReason({
      title: t('Keep “{title}” in the record of {name}?', { title, name: patient_name }),
      text: t('The document names another patient. The reason is kept with the document and in the audit log.'),
      label: t('Reason why it belongs to this patient'),
      action: t('Keep here'),
    })
    if (reason === null) return
    run(async () => {
      const kept = await call(keepRecordHere, { params: { id }, body: { reason, version } })
      queryClient.setQueryData(query(getRecord, { params: { id } }).queryKey, kept)
    }, t('Document kept here.'))
  }
  if (!can(keepRecordHere)) return null
  return (
    <>
      {likely.data?.length === 0 && <p>{t('No other patient found with this number, or with this name and date of birth.')}</p>}
      <div className="row wrap no-print">
        {likely.data?.map(({ patient, name, number: code, ...born }, at) => (
          <Button
            key={patient}
            variant={at === 0 ? 'filled' : 'default'}
            className={`max-w-full py-2 ${styles.identityChoice}`}
            leftSection={<IconArrowsExchange size={16} aria-hidden />}
            loading={isRunning}
            onClick={() => move(patient, name)}
          >
            {t('Move to {patient}', { patient: [name, code, birthOf(born)].filter(Boolean).join(' · ') })}
          </Button>
        ))}
        <Button leftSection={<IconPin size={16} aria-hidden />} loading={isRunning} onClick={() => void keep()}>
          {t('Keep here with a reason')}
        </Button>
      </div>
    </>
  )
}

/** Says that a document names another patient, and what can be done about it; or who decided to keep it, and why. */
export const IdentityNote = ({ record }: { record: FullRecord }) => {
  const { identity } = record
  if (!identity || record.withdrawn_at !== null) return null
  if (identity.is_blocked)
    return (
      <Note tone="critical" alert>
        <div className={`stack break-anywhere gap-4 ${styles.identityNote}`}>
          <b>{t('This document seems to belong to another patient')}</b>
          <Differences identity={identity} pages={record.page_count} />
          <p>{t('Its findings cannot be added to the record until the document is moved or kept here with a reason.')}</p>
          <Choices record={record} />
        </div>
      </Note>
    )
  if (identity.state !== 'mismatch' || !identity.kept_here) return null
  const { reason, at, by_name } = identity.kept_here
  return (
    <Note tone="attention">
      <div className={`stack break-anywhere gap-4 ${styles.identityNote}`}>
        <b>{t('Names another patient. Kept here by {name}, {when}: {reason}', { name: by_name, when: dateTime(at), reason })}</b>
        <Differences identity={identity} pages={record.page_count} />
      </div>
    </Note>
  )
}
