"""Processes that grade for a parent: started, told, heard, ended. A class is graded by such a crew, and the service."""
