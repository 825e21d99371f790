"""What a platform's gradebook takes, one format a file. Pure: lines and a template in, bytes and remarks out."""
