import { z } from 'zod'
import { line } from '#shared/text.ts'

export const priorities = ['routine', 'urgent', 'stat'] as const
export const Priority = z.enum(priorities, { error: `Choose one of: ${priorities.join(', ')}.` })
export type Priority = z.output<typeof Priority>

/** Where a test stands: asked for, entered and not yet approved, approved, cancelled. */
export const panelStates = ['requested', 'entered', 'approved', 'cancelled'] as const
export const PanelState = z.enum(panelStates, { error: `Choose one of: ${panelStates.join(', ')}.` })
export type PanelState = z.output<typeof PanelState>

/** Why a test that is for one sex is asked for in somebody of the other; said for nothing else it is not kept. */
export const SexOverride = line(300).nullish()

/** Whoever approves looked at what stands beside the result, which is approved by itself. */
export const acknowledged = z.boolean().optional()

export const sampleStates = ['to collect', 'collected', 'received', 'rejected', 'cancelled'] as const
export const SampleState = z.enum(sampleStates, { error: `Choose one of: ${sampleStates.join(', ')}.` })
export type SampleState = z.output<typeof SampleState>

export const flags = ['normal', 'low', 'high', 'critical low', 'critical high', 'abnormal', 'critical'] as const
export const Flag = z.enum(flags)
export type Flag = z.output<typeof Flag>
export const isCritical = (flag: Flag | null): boolean => flag === 'critical low' || flag === 'critical high' || flag === 'critical'
