import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { paperOffers, paperTexts, type PaperText, type PaperWording } from '#features/company/contract-papers.ts'
import { call } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { dateTime } from '#web/text/format.ts'
import { languages, t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { useDeed } from '#web/calls/use-deed.ts'
import { resetPaperTemplate, updatePaperTemplate, wordingProblem } from '../contract.ts'
import { PaperPreview } from './paper-preview.tsx'
import { blockWord, sizeWord } from './paper-words.ts'
import type { Template } from './templates-page.tsx'

const textWord = (text: PaperText) =>
  ({ header: t('Lines at the head'), footer: t('Lines at the foot of each page'), thanks: t('Thanks, terms, opening hours') })[text]

interface Props {
  template: Template
  form: FormOf<PaperWording>
}

const Texts = ({ template: { kind }, form }: Props) => {
  const problem = wordingProblem(kind, form.values)
  return paperTexts.map((text) => {
    const room = paperOffers[kind].texts[text]
    const input = form.getInputProps(text)
    return (
      room && (
        <Textarea
          key={text}
          label={textWord(text)}
          description={t('At most {{lines}} lines, {{length}} characters', room)}
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
  const { sizes, hasLanguages } = paperOffers[kind]
  const [usual] = sizes
  return (
    <>
      {usual && sizes.length > 1 && (
        <NativeSelect
          label={t('Size')}
          data={[
            { value: '', label: t('As usual: {{size}}', { size: sizeWord(usual) }) },
            ...sizes.map((value) => ({ value, label: sizeWord(value) })),
          ]}
          {...form.getInputProps('size')}
        />
      )}
      {hasLanguages && (
        <NativeSelect
          label={t('Language')}
          data={[
            { value: '', label: t('The patient’s or the clinic’s') },
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
      label={t('What it bears')}
      value={paperOffers[kind].blocks.filter((block) => !hidden.includes(block))}
      onChange={(shown) =>
        form.setFieldValue(
          'hidden',
          paperOffers[kind].blocks.filter((block) => !shown.includes(block)),
        )
      }
    >
      <div className="templates-blocks">
        {paperOffers[kind].blocks.map((block) => (
          <Checkbox key={block} value={block} label={blockWord(block)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** The wording of one kind of paper, with a sample beside it that shows what is typed. */
export const PaperForm = ({ template }: { template: Template }) => {
  const { kind, header, footer, thanks, size, language, hidden, version } = template
  const { run } = useDeed()
  const initialValues: PaperWording = { header, footer, thanks, size, language, hidden: [...hidden] }
  const saved = useEndpointForm(updatePaperTemplate, {
    params: { kind },
    version,
    draftKey: `paper-${kind}`,
    initialValues,
    onSaved: () => toast.done(t('Saved')),
  })
  const reset = async () => {
    const title = t('Print it as the program brings it?')
    if (!(await confirm({ title, action: t('Back to the standard') }))) return
    run(() => call(resetPaperTemplate, { params: { kind }, body: { version } }), t('As the program brings it'))
  }
  const { form } = saved
  const extra = !template.is_standard && <Button onClick={() => void reset()}>{t('Back to the standard')}</Button>
  return (
    <div className="templates-parts">
      <EndpointForm of={saved} save={t('Save')} extra={extra}>
        <div className="form-stack">
          <Texts template={template} form={form} />
          <Choices template={template} form={form} />
          <Blocks template={template} form={form} />
          {template.changed_at && (
            <p className="small t3">
              {t('Changed {{when}} by {{who}}', { when: dateTime(template.changed_at), who: template.changed_by_name ?? '' })}
            </p>
          )}
        </div>
      </EndpointForm>
      <PaperPreview kind={kind} wording={form.values} />
    </div>
  )
}
