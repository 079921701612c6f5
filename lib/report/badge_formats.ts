/**
 * The formats of a badge, apart from what draws it, so that help need not load that.
 *
 * @module
 */

/** Their names. */
export const BADGE_FORMATS = ["json", "svg"] as const;

/** The name of one of them. */
export type BadgeFormat = (typeof BADGE_FORMATS)[number];
