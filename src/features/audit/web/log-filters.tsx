import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import { listUsers } from '#features/users/contract.ts'
import { query } from '#web/calls/api.ts'
import { fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DaysFilter } from '#web/ui/days-filter.tsx'
import { Filters } from '#web/ui/filters.tsx'
import { listAuditWords } from '../contract.ts'
import type { LogUrl, SetLogUrl } from './use-log-url.ts'
import styles from './audit.module.css'

const clear = () => ({ clearable: true, clearButtonProps: { 'aria-label': t('Clear') } }) as const

/** Whose actions: staff by name; where the names may not be seen, only what an address says already. */
export const PersonFilter = ({ value, onChange }: { value: number | undefined; onChange: (id: string) => void }) => {
  const { can } = useRights()
  const { data = [] } = useQuery({ ...query(listUsers, { query: {} }), enabled: can(listUsers) })
  if (!can(listUsers)) return null
  return (
    <Select
      aria-label={t('User')}
      placeholder={t('Any user')}
      searchable
      {...clear()}
      data={data.map((user) => ({ value: String(user.id), label: `${fullName(user)} · ${user.email}` }))}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

/** The words that the log knows, and the one that is asked for. */
const choices = (words: readonly string[] = [], chosen: string | undefined) =>
  [...new Set([...words, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: t(value) }))

const WordFilters = ({ url, setUrl }: { url: LogUrl; setUrl: SetLogUrl }) => {
  const { data } = useQuery(query(listAuditWords))
  return (
    <>
      <Select
        aria-label={t('Activity')}
        placeholder={t('Any action')}
        searchable
        {...clear()}
        data={choices(data?.actions, url.action)}
        value={url.action ?? null}
        onChange={(action) => setUrl({ action: action ?? '' })}
      />
      <Select
        aria-label={t('Record type')}
        placeholder={t('Any record type')}
        searchable
        {...clear()}
        data={choices(data?.entities, url.entity)}
        value={url.entity ?? null}
        onChange={(entity) => setUrl({ entity: entity ?? '' })}
      />
    </>
  )
}

/** Narrows the log; kept in the address, so that what was found can be sent to somebody. */
export const LogFilters = ({ url, setUrl }: { url: LogUrl; setUrl: SetLogUrl }) => {
  const { allowed } = useRights()
  return (
    <Filters className={`flex gap-4 phone-line items-centre wrap ${styles.filters} no-print`}>
      <PersonFilter value={url.actor} onChange={(actor) => setUrl({ actor })} />
      {allowed('patients.view') && (
        <PatientPicker
          key={url.patient ?? 'any'}
          aria-label={t('Patient')}
          placeholder={url.patient === undefined ? t('Any patient') : t('One patient')}
          {...clear()}
          value={url.patient ?? null}
          onChange={(id) => setUrl({ patient: id === null ? '' : String(id) })}
        />
      )}
      <WordFilters url={url} setUrl={setUrl} />
      <DaysFilter
        from={url.start_date}
        to={url.end_date}
        onFrom={(start_date) => setUrl({ start_date })}
        onTo={(end_date) => setUrl({ end_date })}
      />
      <TextInput
        key={url.request_id ?? ''}
        aria-label={t('Request ID')}
        placeholder={t('Request ID')}
        defaultValue={url.request_id ?? ''}
        onBlur={(event) => setUrl({ request_id: event.currentTarget.value.trim() })}
        onKeyDown={(event) => event.key === 'Enter' && setUrl({ request_id: event.currentTarget.value.trim() })}
      />
    </Filters>
  )
}
