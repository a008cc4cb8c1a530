import { Button, Select, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import { listUsers } from '#features/users/contract.ts'
import { query } from '#web/api.ts'
import { fullName } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/rights.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { listAuditWords } from '../contract.ts'
import type { LogUrl, SetLogUrl } from './use-log-url.ts'

const clear = () => ({ clearable: true, clearButtonProps: { 'aria-label': t('Clear') } }) as const

/** Whose deeds: staff by name; where the names may not be seen, only what an address says already. */
export const PersonFilter = ({ value, onChange }: { value: number | undefined; onChange: (id: string) => void }) => {
  const { can } = useRights()
  const { data = [] } = useQuery({ ...query(listUsers, { query: {} }), enabled: can(listUsers) })
  if (!can(listUsers)) return null
  return (
    <Select
      aria-label={t('Person')}
      placeholder={t('Anybody')}
      searchable
      {...clear()}
      data={data.map((user) => ({ value: String(user.id), label: `${fullName(user)} · ${user.email}` }))}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

/** From which day to which. */
export const DaysFilter = ({
  url,
  setUrl,
}: {
  url: Pick<LogUrl, 'start_date' | 'end_date'>
  setUrl: (change: Record<string, string>) => void
}) => (
  <>
    <DateField
      daysOnly
      aria-label={t('From day')}
      placeholder={t('From day')}
      value={url.start_date}
      maxDate={url.end_date}
      onChange={(day) => setUrl({ start_date: day ?? '' })}
    />
    <DateField
      daysOnly
      aria-label={t('To day')}
      placeholder={t('To day')}
      value={url.end_date}
      minDate={url.start_date}
      onChange={(day) => setUrl({ end_date: day ?? '' })}
    />
  </>
)

/** The words that the log knows, and the one that is asked for. */
const choices = (words: readonly string[] = [], chosen: string | undefined) =>
  [...new Set([...words, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: t(value) }))

const WordFilters = ({ url, setUrl }: { url: LogUrl; setUrl: SetLogUrl }) => {
  const { data } = useQuery(query(listAuditWords))
  return (
    <>
      <Select
        aria-label={t('What was done')}
        placeholder={t('Anything done')}
        searchable
        {...clear()}
        data={choices(data?.actions, url.action)}
        value={url.action ?? null}
        onChange={(action) => setUrl({ action: action ?? '' })}
      />
      <Select
        aria-label={t('With what')}
        placeholder={t('With anything')}
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
  // A phone has room for the rows or for the filters.
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="audit-filters no-print" data-open={isOpen || undefined}>
      <Button
        className="only-phone"
        aria-expanded={isOpen}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('Filters')}
      </Button>
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
      <DaysFilter url={url} setUrl={setUrl} />
      <TextInput
        key={url.request_id ?? ''}
        aria-label={t('Request number')}
        placeholder={t('Request number')}
        defaultValue={url.request_id ?? ''}
        onBlur={(event) => setUrl({ request_id: event.currentTarget.value.trim() })}
        onKeyDown={(event) => event.key === 'Enter' && setUrl({ request_id: event.currentTarget.value.trim() })}
      />
    </div>
  )
}
