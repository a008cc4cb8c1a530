import { useNavigate } from 'react-router'
import { createPanel, updatePanel, type Panel } from '#features/lab-catalogue/contract.ts'
import { isLoinc } from '#features/lab-catalogue/rules.ts'

import { t } from '#web/i18n.ts'
import { RecordForm } from '#web/record/record-form.tsx'
import { PanelFields } from './panel-fields.tsx'
import { freshPanel, panelBody, panelValues, type PanelValues } from './panel-values.ts'

const LIST = '/dashboard/laboratory/catalogue'

const checkPanel = ({ loinc, specimen }: PanelValues): Record<string, string> => ({
  ...(specimen === '' && { specimen: t('Choose one.') }),
  ...(/^[1-9]\d{0,6}-\d$/.test(loinc.trim()) && !isLoinc(loinc.trim()) && { loinc: t('Invalid LOINC code: wrong check digit.') }),
})

/** A test: a new one, or one that is changed or taken out of use. */
export const PanelForm = ({ panel }: { panel: Panel | null }) => {
  const go = useNavigate()
  return (
    <RecordForm
      row={panel}
      create={createPanel}
      update={updatePanel}
      save={t('Add test')}
      draftKey="lab-panel"
      name={({ name }) => name}
      message={({ name }) => (panel ? t('{name} saved.', { name }) : t('{name} added. Add its reference ranges.', { name }))}
      values={(row) => (row ? panelValues(row) : freshPanel())}
      toBody={panelBody}
      toNewBody={(values) => ({ ...panelBody(values), ...(values.create_item && { item: null, create_item: true }) })}
      check={checkPanel}
      labels={{ code: t('Code'), name: t('Name'), kind: t('Result'), unit: t('Unit'), formula: t('Formula'), method: t('Method') }}
      onClose={panel ? undefined : () => void go(LIST)}
      onAdded={({ id }) => void go(`${LIST}/panels/${id}`, { replace: true })}
    >
      {(form) => <PanelFields form={form} panel={panel} />}
    </RecordForm>
  )
}
