import { describe, expect, test } from 'vitest'
import { withChanges } from '#features/attendance/web/use-visit-changes.ts'
import {
  byColumn,
  changedSince,
  countOnSite,
  inOrder,
  markOf,
  matches,
  onSite,
  shortStaffName,
  startQueue,
