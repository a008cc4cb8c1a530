import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createPanel, updatePanel, type Panel } from '#features/lab-catalogue/contract.ts'
import { isLoinc } from '#features/lab-catalogue/rules.ts'

import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { UseButton } from '#web/ui/use-button.tsx'
import { PanelFields } from './panel-fields.tsx'
import { freshPanel, panelBody, panelValues, type PanelValues } from './panel-values.ts'

const LIST = '/dashboard/laboratory/catalogue'

const checkPanel = ({ loinc, specimen }: PanelValues): Record<string, string> => ({
  ...(specimen === '' && { specimen: t('Choose one.') }),
  ...(/^[1-9]\d{0,6}-\d$/.test(loinc.trim()) &&
    !isLoinc(loinc.trim()) && { loinc: t('This is not a LOINC code: its check digit does not fit.') }),
})

/** A test that is new. */
export const AddPanel = () => {
  const go = useNavigate()
  const added = useEndpointForm(createPanel, {
    initialValues: freshPanel(),
    draftKey: 'lab-panel-new',
    toBody: (values) => ({ ...panelBody(values), ...(values.create_item && { item: null, create_item: true }) }),
    check: checkPanel,
    onSaved: ({ id, name }) => {
      toast.done(t('{{name}} is added. Give it its reference ranges.', { name }))
      void go(`${LIST}/panels/${id}`, { replace: true })
    },
  })
  return (
    <EndpointForm of={added} save={t('Add test')} onCancel={() => void go(LIST)}>
      <PanelFields form={added.form} panel={null} />
    </EndpointForm>
  )
}

/** A test that is there: changed, taken out of use. */
export const ChangePanel = ({ panel }: { panel: Panel }) => {
  // The version that was opened here: news of another's change must not hide that it happened.
  const [version, setVersion] = useState(panel.version)
  const edited = useEndpointForm(updatePanel, {
    initialValues: panelValues(panel),
    params: { id: panel.id },
    version,
    draftKey: `lab-panel-${panel.id}`,
    toBody: panelBody,
    check: checkPanel,
    boxesOf: panelValues,
    onSaved: (saved) => {
      setVersion(saved.version)
      toast.done(t('{{name}} is saved.', { name: saved.name }))
    },
  })
  const labels = { code: t('Code'), name: t('Name'), kind: t('Result'), unit: t('Unit'), formula: t('Formula'), method: t('Method') }
  return (
    <EndpointForm
      of={edited}
      save={t('Save')}
      labels={labels}
      extra={<UseButton of={panel} by={updatePanel} onDone={(saved) => setVersion(saved.version)} />}
    >
      <PanelFields form={edited.form} panel={panel} />
    </EndpointForm>
  )
}
