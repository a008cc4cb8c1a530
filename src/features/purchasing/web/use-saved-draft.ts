import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { dropDraft } from '#web/forms/drafts.ts'
import { type EndpointForm, useEndpointForm } from '#web/forms/form.ts'
import { useMe } from './use-me.ts'

type Saves = Endpoint & { body: z.core.$ZodType }
interface Saved {
  id: number
  version: number
}
interface Options<E extends Saves, R extends Saved, V> {
  update: E
  draftKey: string
  /** What the boxes hold of a document. */
  values: (document: R) => V
  toBody: (values: V, base: R) => z.input<E['body']>
  /** The lines in one sentence, for the comparison of two versions. */
  linesInWords: (values: V) => string
  onSaved: (saved: R) => void
}

/**
 * A saved draft in its form. What is in the boxes is a change of the version that was opened, whatever comes from elsewhere meanwhile; a newer
 * one is taken over as long as nothing is typed that it would overwrite.
 */
export const useSavedDraft = <R extends Saved, V extends Record<string, unknown>, E extends Saves>(
  newest: R,
  { update, draftKey, values, toBody, linesInWords, onSaved }: Options<E, R, V>,
): { endpointForm: EndpointForm<V>; base: R } => {
  const me = useMe()
  const [base, setBase] = useState(newest)
  const f = useEndpointForm<Saves, V>(update, {
    params: { id: newest.id } as never,
    version: base.version,
    draftKey,
    initialValues: values(base),
    toBody: (typed) => toBody(typed, base),
    onSaved: (answer, sent) => {
      const saved = answer as R
      // What was typed while it was saved is a change of what was saved.
      if (JSON.stringify(form.getValues()) === JSON.stringify(sent)) adopt(saved)
      else {
        setBase(saved)
        form.resetDirty(values(saved))
      }
      onSaved(saved)
    },
  })
  const { form, clash } = f
  const isDirty = form.isDirty()
  const adopt = (document: R) => {
    setBase(document)
    form.setValues(values(document))
    form.resetDirty(values(document))
  }
  const takeNewest = useEffectEvent(() => adopt(newest))
  // The document comes from the server, the boxes are the form's own.
  useEffect(() => {
    if (newest.version > base.version && !isDirty) takeNewest()
  }, [newest.version, base.version, isDirty])
  const shownClash = clash && {
    ...clash,
    mine: { ...clash.mine, items: linesInWords(clash.mine) },
    theirs: { ...clash.theirs, items: linesInWords(values(clash.theirs as unknown as R)) },
    takeTheirs: () => {
      clash.takeTheirs()
      adopt(clash.theirs as unknown as R)
      void dropDraft(me, draftKey)
    },
  }
  return { endpointForm: { ...f, clash: shownClash }, base }
}
