/* clock - seconds of wall time that never run backwards. */
#ifndef RRM_CLOCK_H
#define RRM_CLOCK_H

/* Seconds since some fixed moment. */
double clock_now(void);

#endif
