import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { printOffers, printTexts, type PrintText, type PrintWording, type PrintKind } from '#features/company/contract.ts'
import { call, fetchFile } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { dateTime } from '#web/text/format.ts'
import { languages, t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { resetPrintTemplate, updatePrintTemplate, wordingProblem, previewPrint } from '../contract.ts'
import { blockWord, sizeWord, printKindLabel } from './print-labels.ts'
import type { Template } from './templates-page.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { SentFile } from '#web/ui/sent-file.tsx'
import styles from './templates.module.css'

const QUIET_MS = 500

/** A sample as it comes from the printer, of an invented patient; drawn again when typing rests. */
const PrintPreview = ({ kind, wording }: { kind: PrintKind; wording: PrintWording }) => {
  const [rested] = useDebouncedValue(JSON.stringify(wording), QUIET_MS)
  const body = JSON.parse(rested) as PrintWording
  return (
    <section className={styles.preview} aria-label={t('Preview')}>
      <h2>{t('Preview')}</h2>
      {wordingProblem(kind, body) === null ? (
        <SentFile
          key={rested}
          queryKey={['paper preview', kind, rested]}
          load={async () => (await fetchFile(previewPrint, { params: { kind }, body })).blob}
          file={{ name: t('Sample: {paper}', { paper: printKindLabel(kind) }), type: 'application/pdf' }}
          alt={printKindLabel(kind)}
        />
      ) : (
        <p className="t2">{t('The preview appears when the texts are valid.')}</p>
      )}
      <p className="small t3">{t('A sample with a fictitious patient: nothing is saved.')}</p>
    </section>
  )
}

const textWord = (text: PrintText) =>
  ({ header: t('Header'), footer: t('Footer of each page'), thanks: t('Thanks, terms, opening hours') })[text]

interface Props {
  template: Template
  form: FormOf<PrintWording>
}

const Texts = ({ template: { kind }, form }: Props) => {
  const problem = wordingProblem(kind, form.values)
  return printTexts.map((text) => {
    const room = printOffers[kind].texts[text]
    const input = form.getInputProps(text)
    return (
      room && (
        <Textarea
          key={text}
          label={textWord(text)}
          description={t('Up to {lines} lines, {length} characters', room)}
          autosize
          minRows={Math.min(2, room.lines)}
          maxLength={room.length}
          dir="auto"
          {...input}
          error={problem?.[0] === text ? t(problem[1]) : input.error}
        />
      )
    )
  })
}

const Choices = ({ template: { kind }, form }: Props) => {
  const { sizes, hasLanguages } = printOffers[kind]
  const [usual] = sizes
  return (
    <>
      {usual && sizes.length > 1 && (
        <NativeSelect
          label={t('Size')}
          data={[
            { value: '', label: t('Default: {size}', { size: sizeWord(usual) }) },
            ...sizes.map((value) => ({ value, label: sizeWord(value) })),
          ]}
          {...form.getInputProps('size')}
        />
      )}
      {hasLanguages && (
        <NativeSelect
          label={t('Language')}
          data={[
            { value: '', label: t('Patient’s or clinic’s language') },
            ...Object.entries(languages).map(([value, label]) => ({ value, label })),
          ]}
          {...form.getInputProps('language')}
        />
      )}
    </>
  )
}

const Blocks = ({ template: { kind }, form }: Props) => {
  const { hidden } = form.values
  return (
    <Checkbox.Group
      label={t('Contents')}
      value={printOffers[kind].blocks.filter((block) => !hidden.includes(block))}
      onChange={(shown) =>
        form.setFieldValue(
          'hidden',
          printOffers[kind].blocks.filter((block) => !shown.includes(block)),
        )
      }
    >
      <div className="grid gap-4 mt-3">
        {printOffers[kind].blocks.map((block) => (
          <Checkbox key={block} value={block} label={blockWord(block)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** The wording of one kind of paper, with a sample beside it that shows what is typed. */
export const PrintForm = ({ template }: { template: Template }) => {
  const { kind, header, footer, thanks, size, language, hidden, version } = template
  const { run } = useAction()
  const initialValues: PrintWording = { header, footer, thanks, size, language, hidden: [...hidden] }
  const saved = useEndpointForm(updatePrintTemplate, {
    params: { kind },
    version,
    draftKey: `paper-${kind}`,
    initialValues,
    onSaved: () => toast.done(t('Saved')),
  })
  const reset = async () => {
    const title = t('Restore the standard template?')
    if (!(await confirm({ title, action: t('Restore standard') }))) return
    run(() => call(resetPrintTemplate, { params: { kind }, body: { version } }), t('Standard template restored'))
  }
  const { form } = saved
  const extra = !template.is_standard && <Button onClick={() => void reset()}>{t('Restore standard')}</Button>
  return (
    <div className={`grid items-start gap-7 narrow-one ${styles.parts}`}>
      <EndpointForm form={saved} save={t('Save')} extra={extra}>
        <div className="form-stack">
          <Texts template={template} form={form} />
          <Choices template={template} form={form} />
          <Blocks template={template} form={form} />
          {template.changed_at && (
            <p className="small t3">
              {t('Changed {when} by {who}', { when: dateTime(template.changed_at), who: template.changed_by_name ?? '' })}
            </p>
          )}
        </div>
      </EndpointForm>
      <PrintPreview kind={kind} wording={form.values} />
    </div>
  )
}
