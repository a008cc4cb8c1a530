import { TextInput } from '@mantine/core'
import type { Ref } from 'react'
import { firstTracks } from '#features/attendance/rules.ts'
import { trackWord } from '#features/attendance/web/visit-name.tsx'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { FormSection } from '#web/ui/page.tsx'

export interface FirstVisit {
  reason: string
  track: (typeof firstTracks)[number]
}

interface Props {
  visit: FirstVisit
  onChange: (visit: FirstVisit) => void
  error: string | null
  reasonRef: Ref<HTMLInputElement>
}

/** Why somebody comes today, and where they wait first: needed only to start the visit at once. */
export const VisitFields = ({ visit, onChange, error, reasonRef }: Props) => (
  <FormSection title={t('Today’s visit')}>
    <TextInput
      ref={reasonRef}
      label={t('Reason')}
      data-path="reason"
      maxLength={200}
      autoComplete="off"
      error={error}
      value={visit.reason}
      onChange={(event) => onChange({ ...visit, reason: event.currentTarget.value })}
    />
    <ChoiceField
      label={t('Send to')}
      data={firstTracks.map((value) => ({ value, label: trackWord(value) }))}
      value={visit.track}
      onChange={(track) => onChange({ ...visit, track })}
    />
  </FormSection>
)
