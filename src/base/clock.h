/* clock - seconds of wall time that never run backwards. */
#ifndef RRM_CLOCK_H
#define RRM_CLOCK_H

/* Seconds since some fixed moment. */
double clock_now(void);

/* seconds */
enum { CLOCK_MINUTE = 60, CLOCK_HOUR = 3600, CLOCK_DAY = 86400 };

#endif
