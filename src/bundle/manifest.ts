import type { Block, Pack, Reference } from '../model/pack.ts';
import { toldReason } from '../model/signal.ts';
import { REDACTION_RULES } from '../reading/redaction/redact.ts';
import type { Manifest } from './manifest-schema.ts';

/** The machine-readable side of a pack: every field of the manifest, and none besides. */
export function manifestOf(pack: Pack): Manifest {
  const { version, task, usage, files, excluded, coverage, notes } = pack;
  return {
    version,
    task,
    usage,
    files: files.map((file) => ({ ...file, reasons: file.reasons.map(toldReason) })),
    blocks: pack.blocks.map(manifestBlock),
    references: pack.references.map(manifestReference),
    excluded,
    coverage,
    notes,
    secretRules: REDACTION_RULES,
    ...(pack.quoted !== undefined && { quoted: pack.quoted }),
    ...(pack.pins && { pins: pack.pins }),
    ...(pack.drops && { drops: pack.drops }),
  };
}

function manifestBlock(block: Block): Manifest['blocks'][number] {
  const { id, kind, name, path, startLine, endLine, level, score, reasons, hash } = block;
  const remarks = {
    ...(block.lines.length > 1 && { lines: block.lines }),
    ...(block.importLines.length > 0 && { importLines: block.importLines }),
    ...(block.covers.length > 1 && { covers: block.covers }),
    ...(block.isStale && { isStale: true as const }),
    ...(block.note !== null && { note: block.note }),
  };
  return { id, kind, name, path, startLine, endLine, level, score, reasons: reasons.map(toldReason), hash, ...remarks };
}

function manifestReference(reference: Reference): Manifest['references'][number] {
  const { id, name, path, startLine, endLine, score, excludedBecause } = reference;
  return { id, name, path, startLine, endLine, score, excludedBecause };
}
