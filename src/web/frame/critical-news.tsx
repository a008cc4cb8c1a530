import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../api.ts'
import { t } from '../i18n.ts'
import { listCriticalCalls, listCriticalTriages } from '../room-calls.ts'
import { useAlarms } from './use-alarms.ts'

const alarmText = (name: string, what: string) => t('Critical: {{name}}, {{what}}', { name, what })

/** Critical vital signs that no doctor has seen. */
export const CriticalNews = () => {
  const { data } = useQuery(query(listCriticalTriages, { query: {} }))
  const alarms = useMemo(
    () =>
      data?.map(({ id, critical_at, patient, patient_name, critical_text }) => ({
        key: `${id} ${critical_at}`,
        text: alarmText(patient_name, critical_text),
        to: `/dashboard/patients/${patient}?tab=triage`,
      })),
    [data],
  )
  useAlarms('critical-', alarms)
  return null
}

/** Critical values of the laboratory that nobody was told of. */
export const CriticalValueNews = () => {
  const { data } = useQuery(query(listCriticalCalls, { query: {} }))
  const alarms = useMemo(
    () =>
      data?.map(({ id, patient, patient_name, test_panel_name, result }) => ({
        key: String(id),
        text: alarmText(patient_name, `${test_panel_name} ${result}`),
        to: `/dashboard/patients/${patient}?tab=laboratory`,
      })),
    [data],
  )
  useAlarms('value-', alarms)
  return null
}
